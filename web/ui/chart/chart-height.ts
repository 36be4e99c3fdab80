const ROW_PIXELS = 38
const LEGEND_AND_AXIS_PIXELS = 80

/** Returns the height of the chart, so that its place is kept while it loads. */
export const chartHeight = (rows: number): number => rows * ROW_PIXELS + LEGEND_AND_AXIS_PIXELS
