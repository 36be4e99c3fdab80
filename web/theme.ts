/**
 * The visual scale of the product: six text sizes, four weights, four radii, spaces, and colours named by their meaning,
 * readable in light and dark. Style sheets use only these (`.stylelintrc.json`). Printed sheets have sizes of their own.
 */
import { densityVariables } from '#web/density.ts'
import { frameVariables } from '#web/layouts/frame-colours.ts'
import { KeptButton } from '#web/ui/overlay/KeptButton.tsx'
import { DIALOG_PARTS } from '#web/ui/overlay/dialog-parts.ts'
import {
  type AlertProps,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core'

const petrol: MantineColorsTuple = [
  '#edf8f8',
  '#d7eeef',
  '#aedcde',
  '#81c8cb',
  '#56b1b5',
  '#34989d',
  '#1b7f85',
  '#0f696f',
  '#0b565b',
  '#074247',
]

// A warm slate. From 6 on, the shades have a contrast of at least 4.5 to 1 on white.
const gray: MantineColorsTuple = [
  '#f8f9fa',
  '#f1f3f4',
  '#e5e8ea',
  '#d5d9dc',
  '#b6bcc1',
  '#8d959c',
  '#646c74',
  '#495057',
  '#30363b',
  '#1c2024',
]

const dark: MantineColorsTuple = [
  '#d9dde0',
  '#b9bfc4',
  '#9aa2a9',
  '#6d757c',
  '#41484e',
  '#30363b',
  '#24292d',
  '#1b1f22',
  '#141719',
  '#0e1012',
]

// Mantine's red and green are too light behind white text.
const red: MantineColorsTuple = [
  '#fdf0f0',
  '#fadcdc',
  '#f3b6b6',
  '#ec8c8c',
  '#e56868',
  '#dd4a4a',
  '#cf2f2f',
  '#b92424',
  '#9c1d1d',
  '#7d1717',
]

const green: MantineColorsTuple = [
  '#edf8f1',
  '#d8eee0',
  '#aedcbf',
  '#81c89c',
  '#58b57c',
  '#379f61',
  '#238a4d',
  '#18713d',
  '#125a30',
  '#0d4625',
]

/** What a colour of a message means. */
const MEANINGS: Partial<Record<string, 'warning' | 'danger' | 'ok'>> = {
  yellow: 'warning',
  orange: 'warning',
  red: 'danger',
  green: 'ok',
}

// Menus, lists, calendars and tooltips are placed inside the main part, because screen readers find nothing outside the landmarks.
const IN_MAIN = { target: '#content' }

const NO_TAB_STOP = { accessibilityLayer: false }

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, gray, dark, red, green },
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  autoContrast: true,
  cursorType: 'pointer',
  components: {
    // A message has the surface and the text of its meaning; the light colours of Mantine have too little contrast.
    Alert: {
      vars: (_theme: MantineTheme, { color, variant = 'light' }: AlertProps) => {
        const meaning = variant === 'light' && color ? MEANINGS[color] : undefined
        return {
          root: meaning
            ? {
                '--alert-bg': `var(--${meaning}-surface)`,
                '--alert-color': `var(--${meaning}-text)`,
                '--alert-bd': `1px solid var(--${meaning}-line)`,
              }
            : {},
        }
      },
    },
    // A chart repeats the figures of a table as a picture with a name, so it is no stop of the Tab key.
    BarChart: { defaultProps: { barChartProps: NO_TAB_STOP } },
    LineChart: { defaultProps: { lineChartProps: NO_TAB_STOP } },
    CompositeChart: { defaultProps: { composedChartProps: NO_TAB_STOP } },
    Button: { defaultProps: { size: 'sm', component: KeptButton } },
    ActionIcon: { defaultProps: { component: KeptButton } },
    // The small close and clear buttons are 22 px wide, which is less than a finger needs (WCAG 2.5.8).
    CloseButton: { defaultProps: { miw: 24, mih: 24 } },
    TextInput: { defaultProps: { size: 'sm' } },
    // Choosing what is chosen leaves it chosen.
    Select: { defaultProps: { allowDeselect: false } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120 },
        attributes: DIALOG_PARTS,
      },
    },
    Drawer: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.3 },
        transitionProps: { duration: 150 },
        attributes: DIALOG_PARTS,
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, multiline: true, maw: 320, portalProps: IN_MAIN } },
    // Without the placeholder the first entry takes the focus. With it the menu has a child that is no entry.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 80 } } },
    Popover: {
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, portalProps: IN_MAIN },
    },
  },
})

// What is marked in a text, in light and dark.
const HIGHLIGHT = { '--highlight': '#ffd43b', '--on-highlight': '#1c2024' }

/** Replaces colours of Mantine whose contrast is too low for text, and sets the surfaces of the product. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    ...frameVariables(),
    '--text-title': '1.375rem',
    ...densityVariables(),
    // Printed sheets and their previews look the same in light and dark.
    '--sheet': '#ffffff',
    '--sheet-text': '#111111',
    '--sheet-muted': '#444444',
    '--sheet-line': '#999999',
    '--sheet-line-faint': '#dddddd',
    '--sheet-shade': '#f1f1f1',
    '--sheet-shadow': 'rgb(0 0 0 / 25%)',
    ...HIGHLIGHT,
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c2024',
    '--mantine-color-error': '#c22121',
    '--mantine-color-placeholder': '#6a727a',
    '--mantine-color-dimmed': '#5c646c',
    '--mantine-color-anchor': '#0f696f',
    '--mantine-color-default-border': '#d5d9dc',
    '--surface-page': '#f6f7f8',
    '--surface-panel': '#ffffff',
    '--surface-sunken': '#f1f3f4',
    '--surface-hover': '#f2f6f6',
    '--surface-selected': '#e4f2f3',
    '--line': '#e3e6e8',
    '--line-strong': '#cdd2d6',
    '--accent-text': '#0b565b',
    '--ok-text': '#17713a',
    '--ok-surface': '#e9f6ee',
    '--ok-line': '#a5d6b6',
    '--warning-text': '#7a4d06',
    '--warning-surface': '#fdf1dc',
    '--warning-line': '#e8c98f',
    '--danger-text': '#8f1d1d',
    '--danger-surface': '#fdeeee',
    '--danger-line': '#e6a4a4',
    '--info-text': '#155e75',
  },
  dark: {
    '--mantine-color-body': '#1b1f22',
    '--mantine-color-text': '#e2e5e8',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-placeholder': '#949ca3',
    '--mantine-color-dimmed': '#a0a8af',
    '--mantine-color-anchor': '#81c8cb',
    '--mantine-color-default-border': '#3a4147',
    '--surface-page': '#131618',
    '--surface-panel': '#1b1f22',
    '--surface-sunken': '#16191c',
    '--surface-hover': '#22282b',
    '--surface-selected': '#173437',
    '--line': '#2a3034',
    '--line-strong': '#3f474d',
    '--accent-text': '#81c8cb',
    '--ok-text': '#7fcf9b',
    '--ok-surface': '#17301f',
    '--ok-line': '#2f5a3d',
    '--warning-text': '#f3c777',
    '--warning-surface': '#3b311c',
    '--warning-line': '#6b5626',
    '--danger-text': '#f6b5b5',
    '--danger-surface': '#3a1d1e',
    '--danger-line': '#7d3434',
    '--info-text': '#67c5dd',
  },
})
