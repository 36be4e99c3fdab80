import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNotName } from '#features/parties/domain/party.ts'
import { providerContracts } from '#features/providers/domain/contract.ts'
import { providersRights } from '#features/providers/domain/rights.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { sendAsWritten } from '#web/ui/as-written.ts'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import type { FileDraft } from '../../domain/from-file/contract.ts'
import { ProviderField } from '../entry/ProviderField.tsx'
import styles from './from-file.module.css'

type Props = {
  draft: FileDraft
  readOnly: boolean
  choose: (providerId: number) => void
  /** Runs when a provider with the VAT number of the file was created. */
  created: () => void
}

/** Asks for the provider of a file that names no known one, and offers to create it with the VAT number of the file. */
export function FileProvider({ draft: { written, providers }, readOnly, choose, created }: Props) {
  const { t } = useTranslation('purchases')
  const field = useRef<HTMLInputElement>(null)
  const vat = plainVat(written.providerVat)
  const mayCreate = useMay(providersRights.write)
  const why = vat === '' ? 'not-named' : providers.length > 0 ? 'several' : 'unknown'
  return (
    <Panel title={t('file.provider.title')}>
      <Text size="sm" mb="sm">
        {t(`file.provider.${why}`, { vat })}
      </Text>
      {readOnly ? null : (
        <div className={styles.provider}>
          {providers.length > 0 ? (
            <Group gap="xs">
              {providers.map(({ id, name }) => (
                <Button key={id} variant="default" onClick={() => choose(id)}>
                  {name}
                </Button>
              ))}
            </Group>
          ) : (
            <ProviderField provider={null} choose={({ id }) => choose(id)} startsHere={false} inputRef={field} />
          )}
          {why === 'unknown' && mayCreate ? (
            <NewProvider vat={vat} name={written.providerName} created={created} />
          ) : null}
        </div>
      )}
    </Panel>
  )
}

function NewProvider({ vat, name, created }: { vat: string; name: string; created: () => void }) {
  const { t } = useTranslation(['purchases', 'parties'])
  const [typed, setTyped] = useState(name)
  const create = useRun(providerContracts.create, { filling: true })
  const store = () => {
    if (create.isPending || whyNotName(typed) !== null) return
    const words = { body: t('parties:as-written.body'), confirmLabel: t('parties:as-written.save') }
    sendAsWritten((confirmed) => create.mutateAsync({ name: typed, vat, ...confirmed }), words).then(
      () => {
        say.done(t('file.provider.created', { name: typed }))
        created()
      },
      // the form shows the error of the last attempt
      () => undefined,
    )
  }
  return (
    <div>
      <div className={styles.newProvider}>
        <TextInput
          label={t('file.provider.name')}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') store()
          }}
        />
        <ActionButton closed={whyNotName(typed)} pending={create.isPending} onClick={store}>
          {t('file.provider.create')}
        </ActionButton>
      </div>
      {create.error ? <RefusalText error={create.error} retry={store} /> : null}
    </div>
  )
}
