/** What a device shows of a count: the last answer of the server with the entries that it does not contain yet. */
import { offlineView, press } from '#kernel/offline/offline-view.ts'
import { type CountSheet, countSheet, enterLine } from './contract.ts'
import { type CountLine, type EnteredLine, withLine } from './count.ts'

export type CountNow = Omit<CountSheet, 'lines'> & {
  readonly lines: readonly CountLine[]
  /** The entries that have not reached the server. */
  readonly waiting: readonly EnteredLine[]
}

/** The sheet of a count with the entries of a person on this device. */
export const countView = (person: string) =>
  offlineView(countSheet, (sheet: CountSheet): CountNow => ({ ...sheet, waiting: [] }), [
    // other pages may wait with entries of other counts
    press(enterLine, (sheet, { countId, line: id, ...rest }) => {
      if (countId !== sheet.count.id) return sheet
      const entered = { ...rest, id, person }
      return { ...sheet, lines: withLine(sheet.lines, entered), waiting: [...sheet.waiting, entered] }
    }),
  ])
