import { useTranslation } from 'react-i18next'
import { RecordClash } from '#web/ui/clash/RecordClash.tsx'
import { fieldText } from '../field-text.ts'
import type { PartyPages } from '../party-pages.ts'
import { PARTY_FIELD_NAMES, type PartyField } from '../../domain/fields.ts'
import type { PartyInput, StoredParty } from '../form/party-form.ts'

/** The data that another person has saved in the meantime, with name and moment. */
export type Clash = { theirs: StoredParty; userName: string; at: string }

type PartyClashProps = {
  pages: PartyPages
  clash: Clash
  base: StoredParty
  /** The fields that this person changed. */
  mine: Partial<PartyInput>
  /** Keeps the person's changes, except those in the named fields. */
  keepMine: (except: readonly PartyField[]) => void
  takeTheirs: () => void
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Shows what another person changed of the party in the meantime, and lets the person choose. */
export function PartyClash({ pages, clash, base, mine, keepMine, takeTheirs }: PartyClashProps) {
  const { t } = useTranslation('parties')
  const changed = PARTY_FIELD_NAMES.filter((field) => !same(base[field], clash.theirs[field]))
  // the place on the map follows the choice about the address
  const isMine = (field: PartyField) => Object.hasOwn(mine, field) && field !== 'lat' && field !== 'lon'
  return (
    <RecordClash
      title={(name) => t('clash.title', { ns: pages.feature, name })}
      userName={clash.userName}
      at={clash.at}
      fields={changed.map((field) => ({
        field,
        label: t(`field.${field}`),
        before: fieldText(field, base[field]),
        theirs: fieldText(field, clash.theirs[field]),
        mine: isMine(field) ? fieldText(field, mine[field]) : null,
      }))}
      keepMine={keepMine}
      takeTheirs={takeTheirs}
    />
  )
}
