import { expect, test } from 'vitest'
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { cssVariables, theme } from '#web/theme.ts'
import { FRAME_COLOURS, IMAGE_OPACITY } from './frame-colours.ts'

const channels = (colour: string): number[] =>
  [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16))

/** The relative luminance of WCAG. */
const luminance = (rgb: readonly number[]): number => {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The surface where the image of the sidebar is strongest. */
const withImage = (surface: readonly number[], text: readonly number[]): number[] =>
  surface.map((channel, place) => channel + ((text[place] ?? 0) - channel) * IMAGE_OPACITY)

const { light, dark } = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme))
const ofPage = (of: Record<string, string>) => ({
  surface: of['--surface-panel'] ?? '',
  text: of['--mantine-color-text'] ?? '',
  dimmed: of['--mantine-color-dimmed'] ?? '',
  accent: of['--accent-text'] ?? '',
  hover: of['--surface-hover'] ?? '',
  selected: of['--surface-selected'] ?? '',
  sunken: of['--surface-sunken'] ?? '',
})

test.each([
  ['light, in light colours', ofPage(light)],
  ['light, in dark colours', ofPage(dark)],
  ['dark', FRAME_COLOURS.dark],
  ['colored', FRAME_COLOURS.colored],
])('texts and icons of a frame that is %s are readable on each of its surfaces, with every image', (_name, colours) => {
  const [surface, text, dimmed, accent] = [colours.surface, colours.text, colours.dimmed, colours.accent].map(channels)
  if (!surface || !text || !dimmed || !accent) throw new Error('a colour is missing')
  const plain = [surface, ...[colours.hover, colours.sunken].map(channels), withImage(surface, text)]
  for (const below of plain) {
    expect(contrast(text, below)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dimmed, below)).toBeGreaterThanOrEqual(4.5)
  }
  expect(contrast(accent, channels(colours.selected))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(text, surface)).toBeGreaterThanOrEqual(7)
})
