/** Decides the series of delivery notes. It counts without a gap, by year and branch, as the series of all tax documents do. */
import { type Series, TEST_SERIES } from '#features/invoicing/domain/tax/series.ts'
import type { MovementSettings } from '#features/shipping/domain/stops/note-duty.ts'

/** The letters of the series if the settings name none. */
const USUAL_SERIES = 'ΔΑ'

type Facts = { readonly day: string; readonly branch: number; readonly test: boolean }

export function noteSeries(
  { day, branch, test }: Facts,
  settings: Pick<MovementSettings, 'series' | 'start' | 'startYear'>,
): Series {
  const year = Number(day.slice(0, 4))
  const series = settings.series.trim() || USUAL_SERIES
  if (test) return { series: `${TEST_SERIES}${series}`, year, branch, start: 1 }
  return { series, year, branch, start: settings.startYear === year ? settings.start : 1 }
}
