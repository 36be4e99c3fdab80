import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { PartyPick } from '#features/parties/web/QuickParty.tsx'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import { OptionLine } from '#web/ui/form/SearchPick.tsx'
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
  return (
    <div>
      <PartyPick
        pages={providerPages}
        of={provider?.id ?? 0}
        inputRef={inputRef}
        label={provider ? t('form.change-provider') : t('word.provider')}
        placeholder={t('form.provider-placeholder')}
        startsHere={startsHere}
        search={findProviders}
        onPick={({ id, name, label, vat }) => choose({ id, name, label, vat })}
        row={(row) => (
          <OptionLine>
            <span>
              {row.name} <small>{row.label}</small>
            </span>
            <small className="figures">{row.vat}</small>
          </OptionLine>
        )}
      />
      {provider ? (
        <div className={styles.chosen} data-chosen-provider={provider.id}>
          <strong>{provider.name}</strong> <small className="figures">{provider.vat}</small>
        </div>
      ) : null}
    </div>
  )
}
