import { createTheme } from '@mantine/core'

/** Colours and fonts stand in `theme.css`: the content security policy allows no style that is made at run time. */
export const theme = createTheme({
  primaryColor: 'teal',
  fontFamily: 'inherit',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})
