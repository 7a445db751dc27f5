import type { ReactNode } from 'react'

function icon(paths: ReactNode) {
  return function Icon({ size = 18 }: { readonly size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {paths}
      </svg>
    )
  }
}

export const AskIcon = icon(<path d="M4 5h16v11H9l-5 4zM8 9h8M8 12.5h5" />)
export const InboxIcon = icon(<path d="M4 13 6.5 5h11L20 13v6H4zM4 13h5l1.5 2.5h3L15 13h5" />)
export const RunsIcon = icon(<path d="M4 6h9M4 12h16M4 18h6M17 3.5v5M14 15.5v5" />)
export const AuditIcon = icon(
  <path d="M9.5 14.5 14.5 9.5M8 11l-2.2 2.2a3.5 3.5 0 0 0 5 5L13 16M16 13l2.2-2.2a3.5 3.5 0 0 0-5-5L11 8" />,
)
export const SettingsIcon = icon(<path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />)
export const StopIcon = icon(<path d="M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM9 9h6v6H9z" />)
export const SunIcon = icon(
  <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />,
)
export const MoonIcon = icon(<path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z" />)
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
export const CrossIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const PencilIcon = icon(<path d="M4 20l1-4L16.5 4.5l3 3L8 19zM14 7l3 3" />)
export const SteerIcon = icon(<path d="M4 18c0-6 4-9 10-9h6M16 5l4 4-4 4" />)
export const BackIcon = icon(<path d="M15 5l-7 7 7 7" />)
export const WarningIcon = icon(<path d="M12 4 2.8 20h18.4zM12 10v4.5M12 17.2v.1" />)
export const UndoIcon = icon(<path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3" />)
export const GateIcon = icon(<path d="M5 21V11a7 7 0 0 1 14 0v10M12 13v.1M12 16v3" />)
export const GuardrailsIcon = icon(
  <path d="M12 3.5 5 6v5.5c0 4.5 3 7.6 7 9 4-1.4 7-4.5 7-9V6zM8.8 12l2.3 2.3 4.2-4.6" />,
)
export const AutonomyIcon = icon(
  <path d="M12 3.5 4 7.5v5c0 4 3.4 6.9 8 8 4.6-1.1 8-4 8-8v-5zM9.5 9.5v5l4.5-2.5z" />,
)
export const InsightIcon = icon(<path d="M4 20h16M6.5 16.5v-5M12 16.5V6M17.5 16.5V9" />)
export const AgentsIcon = icon(
  <path d="M5 9h14v10H5zM12 9V5M9.5 13.5v1.5M14.5 13.5v1.5M2.5 13v3M21.5 13v3M12 4.6v-.1" />,
)
export const ToolsIcon = icon(<path d="M14.5 6.5a4 4 0 0 0 5 5L12 19a2.5 2.5 0 0 1-3.5-3.5z" />)
export const StudioIcon = icon(<path d="M8 3.5h8v17H8zM3.5 7v10M20.5 7v10M11 17.5h2" />)
export const SendIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const WorkIcon = icon(<path d="M4 6.5h16M4 12h10M4 17.5h6M16 16l2 2 3.5-4" />)
export const PlansIcon = icon(<path d="M4 6h7M8 12h8M13 18h7M4 3v18" />)
export const PictureIcon = icon(<path d="M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9v.1" />)
export const HelpIcon = icon(<path d="M9 9.2a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.1M12 17.4v.1" />)
export const MoreIcon = icon(<path d="M5 12v.1M12 12v.1M19 12v.1" />)
