/** The manifest of the rights that administrators give to roles and take. */
import { type Feature, feature } from '#server/feature.ts'
import { seenPeopleQuery } from '#accounts/server/seeing/see-as.ts'
import { changeRightCommand } from './change-right.ts'
import { rightsHistoryQuery, rightsMatrixQuery, rightUseQuery } from './rights-matrix.ts'

/** Returns the manifest. An administrator changes the rights that `features` declare. */
export function rightsOfRoles(features: readonly Feature[]): Feature {
  const declared = features.flatMap(({ name, rights }) =>
    Object.values(rights).map((right) => ({ ...right, area: name })),
  )
  const commandsOf = Map.groupBy(
    features.flatMap(({ commands, lookups, uploads }) =>
      [...commands, ...lookups, ...uploads].map(({ contract }) => contract),
    ),
    ({ right }) => right.name,
  )
  const namesOf = new Map([...commandsOf].map(([right, contracts]) => [right, contracts.map(({ name }) => name)]))
  const seen = new Set(features.flatMap(({ queries }) => queries.map(({ contract }) => contract.right.name)))
  return feature({
    name: 'rights-of-roles',
    commands: [changeRightCommand(declared)],
    queries: [rightsMatrixQuery(declared), rightsHistoryQuery, rightUseQuery(namesOf, seen), seenPeopleQuery],
  })
}
