/**
 * The density of lists in pixels. The theme writes these values into style variables, `theme.css` chooses among them by the pointer, and
 * style sheets read `--row`, `--row-roomy`, `--head` and `--tool`.
 */
export const DENSITY = {
  /** A row of a table at a desk, and the higher one that a person may choose. */
  row: 28,
  roomyRow: 40,
  /** A row under a finger, and one in a workshop section. */
  touchRow: 48,
  sectionRow: 56,
  /** The titles of the columns. */
  head: 28,
  /** Everything in a line of tools: buttons, fields, the statuses above a list. */
  tool: 28,
  touchTool: 44,
} as const

/** Returns the density as style variables. */
export const densityVariables = (): Readonly<Record<string, string>> => ({
  '--desk-row': `${DENSITY.row}px`,
  '--desk-row-roomy': `${DENSITY.roomyRow}px`,
  '--desk-head': `${DENSITY.head}px`,
  '--desk-tool': `${DENSITY.tool}px`,
  '--touch-row': `${DENSITY.touchRow}px`,
  '--section-row': `${DENSITY.sectionRow}px`,
  '--touch-tool': `${DENSITY.touchTool}px`,
})
