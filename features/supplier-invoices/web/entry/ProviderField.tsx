import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuickParty } from '#features/parties/web/QuickParty.tsx'
import { providersRights } from '#features/providers/domain/rights.ts'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import { useMay } from '#web/session.ts'
import { useCreateOffer } from '#web/ui/form/quick/QuickForm.tsx'
import { OptionLine, SearchPick } from '#web/ui/form/SearchPick.tsx'
import type { DraftProvider } from '../../domain/invoice-draft.ts'
import { findProviders } from '#features/supplier-catalogue/web/find-providers.ts'
import styles from './entry.module.css'

type Props = {
  provider: DraftProvider | null
  choose: (provider: DraftProvider) => void
  startsHere: boolean
  inputRef: RefObject<HTMLInputElement | null>
}

/** Selects the provider by typing. A name that is not found creates one. */
export function ProviderField({ provider, choose, startsHere, inputRef }: Props) {
  const { t } = useTranslation('purchases')
  const mayCreate = useMay(providersRights.write)
  const [newName, setNewName] = useState<string | null>(null)
  const offer = useCreateOffer(setNewName)
  const take = ({ id, name, label, vat }: DraftProvider) => choose({ id, name, label, vat })
  return (
    <div>
      <SearchPick
        key={provider?.id ?? 0}
        inputRef={inputRef}
        label={provider ? t('form.change-provider') : t('word.provider')}
        placeholder={t('form.provider-placeholder')}
        startsHere={startsHere}
        search={findProviders}
        onPick={take}
        whenNothing={mayCreate ? offer : undefined}
        row={(row) => (
          <OptionLine>
            <span>
              {row.name} <small>{row.label}</small>
            </span>
            <small className="figures">{row.vat}</small>
          </OptionLine>
        )}
      />
      <QuickParty
        pages={providerPages}
        name={newName}
        onClose={() => setNewName(null)}
        created={(party) => {
          setNewName(null)
          take(party)
        }}
      />
      {provider ? (
        <div className={styles.chosen} data-chosen-provider={provider.id}>
          <strong>{provider.name}</strong> <small className="figures">{provider.vat}</small>
        </div>
      ) : null}
    </div>
  )
}
