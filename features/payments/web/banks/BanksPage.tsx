import { Button, Group, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { Plus } from '#web/ui/icon/icons.ts'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import shortTable from '#web/ui/table/short-table.module.css'
import { type Bank, listBanks, saveBank } from '../../domain/banks-contract.ts'
import styles from '../payments.module.css'

const MOST_LETTERS = 200

/** The list of banks, which the office creates, renames and hides. */
export default function BanksPage() {
  const { t } = useTranslation('payments')
  const answer = useAsk(listBanks, {})
  // null while no dialog is open, and 'new' for a new bank
  const [named, setNamed] = useState<Bank | 'new' | null>(null)
  return (
    <>
      <PageHeader
        title={t('title.banks')}
        subtitle={t('banks.hint')}
        primary={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setNamed('new')}>
            {t('banks.new')}
          </Button>
        }
      />
      <Panel flush>
        {answer.data === undefined ? (
          answer.error ? (
            <ErrorState error={answer.error} retry={() => void answer.refetch()} />
          ) : (
            <Loading rows={6} height={36} />
          )
        ) : answer.data.banks.length === 0 ? (
          <EmptyState title={t('banks.empty')} />
        ) : (
          <Banks banks={answer.data.banks} rename={setNamed} />
        )}
      </Panel>
      {named === null ? null : <BankDialog bank={named === 'new' ? null : named} close={() => setNamed(null)} />}
    </>
  )
}

function Banks({ banks, rename }: { banks: readonly Bank[]; rename: (bank: Bank) => void }) {
  const { t } = useTranslation('payments')
  return (
    <table className={`${shortTable.list} ${shortTable.named} ${styles.banks}`}>
      <thead>
        <tr>
          <th scope="col">{t('banks.name')}</th>
          <th scope="col">
            <VisuallyHidden>{t('banks.actions')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {banks.map((bank) => (
          <tr key={bank.id}>
            <th scope="row">
              {bank.name}
              {bank.hidden ? <small>{t('banks.hidden')}</small> : null}
            </th>
            <td className={shortTable.end}>
              <Group gap="xs" justify="flex-end">
                <Button
                  size="compact-md"
                  variant="default"
                  aria-label={t('banks.rename-of', { name: bank.name })}
                  onClick={() => rename(bank)}
                >
                  {t('banks.rename')}
                </Button>
                <HideButton bank={bank} />
              </Group>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Hides a bank, or shows a hidden one again. */
function HideButton({ bank: { id, version, name, hidden } }: { bank: Bank }) {
  const { t } = useTranslation('payments')
  const run = useRun(saveBank)
  return (
    <ActionButton
      size="compact-md"
      variant="default"
      pending={run.isPending}
      aria-label={t(hidden ? 'banks.show-of' : 'banks.hide-of', { name })}
      onClick={() =>
        run.mutate(
          { bank: { id, version }, name, hidden: !hidden },
          {
            onSuccess: () => say.done(t(hidden ? 'banks.said-shown' : 'banks.said-hidden', { name })),
            onError: (error) => say.failed(error),
          },
        )
      }
    >
      {t(hidden ? 'banks.show' : 'banks.hide')}
    </ActionButton>
  )
}

/** Asks for the name of a new bank, or for another name of one. */
function BankDialog({ bank, close }: { bank: Bank | null; close: () => void }) {
  const { t } = useTranslation('payments')
  const [name, setName] = useState(bank?.name ?? '')
  const run = useRun(saveBank)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() === '' || run.isPending) return
    run.mutate(
      {
        bank: bank === null ? null : { id: bank.id, version: bank.version },
        name,
        hidden: bank?.hidden ?? false,
      },
      {
        onSuccess: () => {
          say.done(t(bank === null ? 'banks.added' : 'banks.renamed', { name: name.trim() }))
          close()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={close} title={bank === null ? t('banks.new') : t('banks.rename-of', { name: bank.name })}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('banks.name')}
            data-autofocus
            autoComplete="off"
            maxLength={MOST_LETTERS}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RefusalText error={run.error} />
          <Group justify="flex-end" gap="xs" className={surfaces.dialogActions}>
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <ActionButton type="submit" pending={run.isPending} closed={name.trim() === '' ? t('banks.no-name') : null}>
              {t(bank === null ? 'banks.add' : 'banks.save')}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
