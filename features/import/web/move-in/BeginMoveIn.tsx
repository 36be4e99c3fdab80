import { Button, FileButton, Stack, Text, TextInput } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useNetwork } from '@mantine/hooks'
import { FileArchive, Globe } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputAddress, type OutputOf } from '#kernel/contract.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { sendFile } from '#web/send-file.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { DropArea } from '#web/ui/upload/DropArea.tsx'
import { MOST_BACKUP_BYTES, readAddress, readBackup } from '../../domain/move-in/contract.ts'
import { EarlierMoveIns } from './EarlierMoveIns.tsx'
import styles from '../import.module.css'

/** Brings the data of an earlier system: from its backup, or from its address. */
export function BeginMoveIn() {
  const { t } = useTranslation('import')
  return (
    <Panel title={t('move-in.title')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('move-in.what')}
        </Text>
        <div className={styles.ways}>
          <FromBackup />
          <FromAddress />
        </div>
        <EarlierMoveIns />
      </Stack>
    </Panel>
  )
}

async function sendBackup(file: File): Promise<number> {
  if (file.size > MOST_BACKUP_BYTES)
    throw new Refused(refusal('refused', 'import.file-too-large', { most: MOST_BACKUP_BYTES / 1_000_000 }))
  const address = inputAddress(readBackup, { name: file.name.slice(-200) })
  return ((await sendFile(address, file)) as OutputOf<typeof readBackup>).id
}

function FromBackup() {
  const { t } = useTranslation('import')
  const go = useGo()
  const { online } = useNetwork()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const send = async (file: File | null): Promise<void> => {
    if (file === null || busy) return
    setBusy(true)
    setError(null)
    try {
      go(`/import/move-in/${await sendBackup(file)}`)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label={t('move-in.backup')}>
      <Stack gap="sm">
        <Text fw={600} size="sm">
          {t('move-in.backup')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('move-in.backup-hint')}
        </Text>
        <DropArea add={([dropped]) => void send(dropped ?? null)}>
          <FileButton onChange={(file) => void send(file)} accept=".zip">
            {({ onClick }) => (
              <Button
                leftSection={<FileArchive size={16} aria-hidden />}
                loading={busy}
                disabled={!online}
                onClick={onClick}
              >
                {t('move-in.choose')}
              </Button>
            )}
          </FileButton>
        </DropArea>
        <RefusalText error={error} />
      </Stack>
    </section>
  )
}

function FromAddress() {
  const { t } = useTranslation('import')
  const go = useGo()
  const run = useRun(readAddress)
  const form = useRecordForm<{ url: string; key: string }>({
    initialValues: { url: '', key: '' },
    schema: readAddress.input,
  })
  return (
    <section aria-label={t('move-in.address')}>
      <Text fw={600} size="sm" mb="xs">
        {t('move-in.address')}
      </Text>
      <RecordForm
        form={form}
        saveLabel={t('move-in.read')}
        guard={false}
        onSave={async (values) => go(`/import/move-in/${(await run.mutateAsync(values)).id}`)}
      >
        <Stack gap="sm">
          <TextInput
            type="url"
            label={t('move-in.url')}
            description={t('move-in.url-hint')}
            required
            leftSection={<Globe size={16} aria-hidden />}
            autoComplete="off"
            autoCapitalize="none"
            {...form.getInputProps('url')}
          />
          <PasswordField
            label={t('move-in.key')}
            description={t('move-in.key-hint')}
            required
            autoComplete="off"
            {...form.getInputProps('key')}
          />
        </Stack>
      </RecordForm>
    </section>
  )
}
