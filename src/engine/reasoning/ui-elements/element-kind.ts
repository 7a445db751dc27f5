/** What an element of a page is for, whatever it calls its role. */
export type ElementKind = 'slide' | 'upload' | 'type' | 'select' | 'check' | 'radio' | 'text' | 'click'

/** The most particular first: a search box is typed into although it is a box. */
const kinds: readonly (readonly [ElementKind, RegExp])[] = [
  ['slide', /slider|range|scrollbar/i],
  ['upload', /file|upload/i],
  ['type', /edit|input|text_?(?:box|field|area)|search|spinbutton|field/i],
  ['select', /combobox|drop-?down|select|listbox|spinner/i],
  ['check', /check|switch|toggle/i],
  ['radio', /radio|^option/i],
  ['text', /^text$|label|heading|region|article|status|log|paragraph|note|alert|figure|row|cell/i],
  ['click', /button|link|tab|menu|tile|icon|image|card/i],
]

/** The kind of an element by its role; undefined for a role of no known kind. */
export function kindOfElement({ role }: { readonly role: string }): ElementKind | undefined {
  return kinds.find(([, roles]) => roles.test(role))?.[0]
}
