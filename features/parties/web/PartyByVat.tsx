import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegisteredCompany } from '#kernel/company.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { Facts } from '#web/ui/Panel.tsx'
import { CompanyDoubts, RegistryFailure } from '#web/ui/registry/CompanyLookup.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { whyNotName } from '../domain/party.ts'
import { OtherParties } from './form/OtherParties.tsx'
import type { PartyInput } from './form/party-form.ts'
import { tellVatDoubts } from './form/vat-doubts.tsx'
import { partyOfCompany } from './form/vat-fill.ts'
import type { PartyPages } from './party-pages.ts'

/** The data of a new party that a form gets. */
export type CreatedParty = { id: number; name: string; label: string; phone: string; vat: string }

type Props = {
  pages: PartyPages
  /** The VAT number to look up, or null while the dialog is closed. */
  vat: string | null
  onClose: () => void
  /** Runs with the stored party. */
  created: (party: CreatedParty) => void
  /** False if the focus moves on to another field after the choice. */
  returnFocus: boolean
}

/**
 * Creates the party of a VAT number. The dialog asks the company registry, shows its answer, and stores it as a new
 * party by one press of its main button.
 */
export function PartyByVat({ pages, vat, onClose, created, returnFocus }: Props) {
  const { t } = useTranslation('parties')
  return (
    <Dialog
      opened={vat !== null}
      onClose={onClose}
      title={t('by-vat.title', { ns: pages.feature })}
      size={560}
      closeOnClickOutside={false}
      returnFocus={returnFocus}
    >
      {vat === null ? null : <Question key={vat} pages={pages} vat={vat} onClose={onClose} created={created} />}
    </Dialog>
  )
}

type QuestionProps = Omit<Props, 'vat' | 'returnFocus'> & { vat: string }

function Question({ pages, vat, onClose, created }: QuestionProps) {
  const { t } = useTranslation('parties')
  const { mutate, data, error, isPending, isIdle } = useRun(pages.contracts.lookUpVat)
  const ask = () => mutate({ vatNumber: vat })
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate({ vatNumber: vat })
  }, [mutate, vat])
  return (
    <div aria-live="polite">
      {isPending || isIdle ? (
        // The dialog gives the focus to this text, so that no button is pressed before the answer is in view.
        <Text size="sm" tabIndex={-1} data-autofocus>
          {t('frame:registry.asking')} <span className="figures">{vat}</span>
        </Text>
      ) : null}
      {error ? (
        <Stack gap="sm" align="flex-start">
          <RegistryFailure error={error} retry={ask} />
          <Anchor href={pages.createPage} target="_blank" rel="noreferrer" size="sm" title={t('registry.new-window')}>
            {t('title.create', { ns: pages.feature })}
          </Anchor>
        </Stack>
      ) : null}
      {data ? (
        <NewParty pages={pages} company={data.company} onClose={onClose} created={created}>
          {data.sameVat.length > 0 ? <OtherParties pages={pages} parties={data.sameVat} /> : null}
        </NewParty>
      ) : null}
    </div>
  )
}

type NewPartyProps = Pick<Props, 'pages' | 'onClose' | 'created'> & { company: RegisteredCompany; children: ReactNode }

/** Shows the data of the registry, and stores them. The main button has the focus as soon as it is in view. */
function NewParty({ pages, company, onClose, created, children }: NewPartyProps) {
  const { t } = useTranslation('parties')
  const create = useRun(pages.contracts.create, { filling: true })
  const [party] = useState(() => partyOfCompany(company))
  const main = useRef<HTMLButtonElement>(null)
  useEffect(() => main.current?.focus(), [])
  const reason = whyNotName(party.name)
  const store = () => {
    if (create.isPending) return
    create.mutate(party, {
      onSuccess: (written) => {
        const { name, label, phone, vat } = party
        say.done(t('said.created', { ns: pages.feature, name }))
        tellVatDoubts(pages, written)
        created({ id: written.id, name, label, phone, vat })
      },
    })
  }
  return (
    <Stack gap="md">
      <Text fw={600}>{party.name}</Text>
      <Facts items={factsOf(party).map(({ field, value }) => ({ label: t(`field.${field}`), value }))} />
      <CompanyDoubts company={company}>{children}</CompanyDoubts>
      {create.error ? <RefusalText error={create.error} /> : null}
      <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t('frame:action.cancel')}
        </Button>
        <ActionButton ref={main} closed={reason} pending={create.isPending} onClick={store}>
          {t('action.create', { ns: pages.feature })}
        </ActionButton>
      </Group>
    </Stack>
  )
}

const SHOWN = ['vat', 'label', 'profession', 'taxOffice', 'address', 'postcode', 'city'] as const

const factsOf = (party: PartyInput) =>
  SHOWN.flatMap((field) => {
    const value = party[field]
    return value === '' ? [] : [{ field, value }]
  })
