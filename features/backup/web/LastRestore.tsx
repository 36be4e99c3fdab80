import { Alert, Loader, Stack, Text, TextInput } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useTranslation } from 'react-i18next'
import { showCount, showMoment } from '#web/format.ts'
import { useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import { compareBackup, restoreBackup, type RestoreRow } from '../domain/contract.ts'
import styles from './backup.module.css'
import { PassphraseInput } from './PassphraseInput.tsx'

/** Reports whether a comparison or a restore has begun and not ended. */
export const isUnderWay = (restore: RestoreRow | null): boolean =>
  restore !== null && ['WAITING', 'COMPARING', 'ASKED', 'RESTORING'].includes(restore.state)

/** The comparison or restore that was asked for last: what it found, how it ended, and the form that restores. */
export function LastRestore({ restore, company }: { restore: RestoreRow; company: string }) {
  const { t } = useTranslation('backup')
  const { state, failure, failureAt, backupName, endedAt, askedBy, kind } = restore
  const what = t(`kind.${kind}`)
  return (
    <Panel title={t('restore.title', { name: backupName })}>
      {isUnderWay(restore) ? (
        <div role="status" className={styles.actions}>
          <Loader size="sm" />
          <Text>{t(`restore.${state}`)}</Text>
        </div>
      ) : null}
      {state === 'FAILED' ? (
        <Alert color="red" title={t('restore.unchanged')}>
          {t(`failure.${failure ?? 'fault'}`)}
          {failureAt === '' ? '' : ` (${t(`table.${failureAt}`, { defaultValue: failureAt })})`}
        </Alert>
      ) : null}
      {state === 'FAILED' && failure !== null && ABOUT_PASSPHRASE.includes(failure) ? (
        <WithPassphrase backupId={restore.backupId} />
      ) : null}
      {state === 'DONE' ? (
        <Alert color="green">
          {t('restore.DONE', { what, at: endedAt === null ? '' : showMoment(endedAt), who: askedBy })}
        </Alert>
      ) : null}
      {state === 'COMPARED' ? <Differences restore={restore} company={company} /> : null}
    </Panel>
  )
}

const ABOUT_PASSPHRASE: readonly RestoreRow['failure'][] = ['passphrase', 'no-passphrase']

/** Compares again with a passphrase that the person types, such as that of an earlier server. */
function WithPassphrase({ backupId }: { backupId: number }) {
  const { t } = useTranslation('backup')
  const run = useRun(compareBackup)
  const form = useRecordForm({ initialValues: { passphrase: '' } })
  return (
    <div className={styles.fields}>
      <RecordForm
        form={form}
        saveLabel={t('passphrase.again')}
        guard={false}
        onSave={async ({ passphrase }) => void (await run.mutateAsync({ id: backupId, passphrase }))}
      >
        <PassphraseInput mt="md" description={t('passphrase.hint')} {...form.getInputProps('passphrase')} />
      </RecordForm>
    </div>
  )
}

/** What a restore would do to each table. */
function Differences({ restore, company }: { restore: RestoreRow; company: string }) {
  const { t } = useTranslation('backup')
  const { differences } = restore
  const differing = differences.filter(({ added, changed, removed }) => added + changed + removed > 0)
  return (
    <Stack gap="md">
      <Text size="sm">{t('restore.differing', { differing: differing.length, tables: differences.length })}</Text>
      {differing.length === 0 ? null : (
        <table className={`${shortTable.list} ${styles.cards}`}>
          <thead>
            <tr>
              <th scope="col">{t('column.table')}</th>
              {(['added', 'changed', 'removed'] as const).map((name) => (
                <th scope="col" key={name} className={shortTable.end}>
                  {t(`column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing.map((row) => (
              <tr key={row.table}>
                <td className={styles.name}>{t(`table.${row.table}`, { defaultValue: row.table })}</td>
                {(['added', 'changed', 'removed'] as const).map((name) => (
                  <td key={name} data-label={t(`column.${name}`)} className={`${shortTable.end} figures`}>
                    {showCount(row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <RestoreForm restore={restore} company={company} />
    </Stack>
  )
}

/** Restores after the person has typed the name of the company and the password. */
function RestoreForm({ restore, company }: { restore: RestoreRow; company: string }) {
  const { t } = useTranslation('backup')
  const run = useRun(restoreBackup)
  const form = useRecordForm<{ id: number; company: string; password: string }>({
    initialValues: { id: restore.id, company: '', password: '' },
    alsoWrong: (values) => ({
      ...(company !== '' && values.company.trim() === '' ? { company: t('invalid.required', { ns: 'frame' }) } : {}),
      ...(values.password === '' ? { password: t('invalid.required', { ns: 'frame' }) } : {}),
    }),
  })
  return (
    <RecordForm
      form={form}
      saveLabel={t('restore.confirm')}
      guard={false}
      onSave={async (values) => void (await run.mutateAsync({ ...values, id: restore.id }))}
    >
      <Stack gap="sm" className={styles.fields}>
        <Text size="sm">{t('restore.consequence')}</Text>
        {company === '' ? null : (
          <TextInput
            label={t('restore.company')}
            required
            description={company}
            autoComplete="off"
            {...form.getInputProps('company')}
          />
        )}
        <PasswordField
          label={t('restore.password')}
          required
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      </Stack>
    </RecordForm>
  )
}
