import { Anchor } from '@mantine/core'
import { PageLink } from '#web/navigation.tsx'

type NamedRecord = { readonly id: number; readonly name: string }

/** The names of some records in one line, each with a link to its page. */
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
