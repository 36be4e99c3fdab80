/** A way of sending by which invoices between companies are soon lawful no more. The dashboard shows it once to each administrator. */
import { settingsRights } from '#features/settings/domain/rights.ts'
import type { FactKind } from '#server/notices/notices.ts'
import { ENDED_BY_LAW, isEndedByLaw, SENDING_FORM, WAYS } from '../../domain/ways.ts'
import { readWay } from './sending-way.ts'

export const wayEndedByLaw: FactKind = {
  name: ENDED_BY_LAW,
  right: settingsRights.write,
  page: `/settings/${SENDING_FORM.name}`,
  // the id is that of the way, so that another such way is a new fact
  find: async (rows) => {
    const way = await readWay(rows)
    return isEndedByLaw(way) ? [WAYS.indexOf(way)] : []
  },
  // a way is no record, so the line itself leads to the settings
  things: async () => [],
}
