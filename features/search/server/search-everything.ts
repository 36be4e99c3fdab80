import { addressOf } from '#kernel/entity.ts'
import { query } from '#server/command.ts'
import { type DeclaredEntity, isSearched, type Wanted } from '#server/entities.ts'
import { HITS_A_KIND, searchEverything } from '../domain/contract.ts'

/** Returns records of every searchable kind. Those with exactly this number or code come first. */
export const searchEverythingQuery = (entities: readonly DeclaredEntity[]) =>
  query(searchEverything, async ({ rows }, { text }) => {
    if (text === '') return { hits: [] }
    const wanted: Wanted = {
      text,
      number: /^#?\d{1,15}$/.test(text) ? Number(text.replace('#', '')) : null,
      most: HITS_A_KIND,
    }
    const all = []
    for (const entity of entities.filter(isSearched)) {
      const found = await entity.find(rows, wanted)
      all.push(
        ...found.map(({ exact, ...hit }) => ({
          exact,
          hit: { ...hit, entity: entity.name, to: addressOf(entity, hit.id) },
        })),
      )
    }
    return { hits: [...all.filter(({ exact }) => exact), ...all.filter(({ exact }) => !exact)].map(({ hit }) => hit) }
  })
