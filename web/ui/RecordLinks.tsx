import { Anchor } from '@mantine/core'
import { PageLink } from '#web/navigation.tsx'

type NamedRecord = { readonly id: number; readonly name: string }

/** Lists the names of records as links to their pages. */
export function RecordLinks({
  records,
  address,
}: {
  records: readonly NamedRecord[]
  address: (id: number) => string
}) {
  return records.map(({ id, name }, place) => (
    <span key={id}>
      {place === 0 ? '' : ', '}
      <Anchor component={PageLink} to={address(id)} size="sm" underline="always">
        {name}
      </Anchor>
    </span>
  ))
}
