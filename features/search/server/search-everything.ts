import { addressOf } from '#kernel/entity.ts'
import { may } from '#kernel/rights.ts'
import { query } from '#server/command.ts'
import type { Found, SearchedKind, Wanted } from '#server/entities.ts'
import { HITS_A_KIND, searchEverything } from '../domain/contract.ts'

const pageOf = ({ page = '' }: SearchedKind, { id, to }: Found): string => to ?? addressOf({ page }, id)

/** Returns records of every kind that the person may read. Those with exactly this number or code come first. */
export const searchEverythingQuery = (kinds: readonly SearchedKind[]) =>
  query(searchEverything, async ({ rows, actor }, { text }) => {
    if (text === '') return { hits: [] }
    const wanted: Wanted = {
      text,
      number: /^#?\d{1,15}$/.test(text) ? Number(text.replace('#', '')) : null,
      most: HITS_A_KIND,
    }
    const all = []
    for (const kind of kinds.filter(({ read }) => may(actor, read))) {
      const found = await kind.find(rows, wanted)
      all.push(
        ...found.map(({ exact, ...hit }) => ({
          exact,
          hit: { ...hit, entity: kind.name, to: pageOf(kind, { ...hit, exact }) },
        })),
      )
    }
    return { hits: [...all.filter(({ exact }) => exact), ...all.filter(({ exact }) => !exact)].map(({ hit }) => hit) }
  })
