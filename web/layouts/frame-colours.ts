/**
 * The colours of a top bar and of a sidebar that a person has chosen to be dark or coloured. They are the same in light
 * and dark, and readable with every image. A light one has the surfaces of the page.
 */
type FrameColours = Readonly<Record<(typeof PARTS)[number], string>>

/** `selected` lies below the entry of the open page, `hover` below the pointer, `sunken` below the search. */
const PARTS = ['surface', 'text', 'dimmed', 'accent', 'line', 'line-strong', 'hover', 'selected', 'sunken'] as const

export const FRAME_COLOURS: Readonly<Record<'dark' | 'colored', FrameColours>> = {
  dark: {
    surface: '#1d2a2f',
    text: '#f1f5f6',
    dimmed: '#b7c4c9',
    accent: '#a6dfe2',
    line: '#33444a',
    'line-strong': '#4d6169',
    hover: '#28383e',
    selected: '#2d4247',
    sunken: '#152025',
  },
  colored: {
    surface: '#0b565b',
    text: '#ffffff',
    dimmed: '#d3ebec',
    accent: '#ffffff',
    line: '#256c71',
    'line-strong': '#4a8c91',
    hover: '#12636a',
    selected: '#0a474b',
    sunken: '#084448',
  },
}

/** How much of the colour of the text the image of a sidebar adds to its surface. */
export const IMAGE_OPACITY = 0.09

/** Returns the colours as variables for style sheets: `--frame-dark-surface` and so on. */
export const frameVariables = (): Record<string, string> => ({
  '--frame-image-opacity': String(IMAGE_OPACITY),
  ...Object.fromEntries(
    Object.entries(FRAME_COLOURS).flatMap(([name, colours]) =>
      PARTS.map((part) => [`--frame-${name}-${part}`, colours[part]]),
    ),
  ),
})
