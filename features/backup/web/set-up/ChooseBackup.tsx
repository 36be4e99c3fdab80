import { Alert, Button, FileButton, Progress, Radio, Select, Stack, Text } from '@mantine/core'
import { Upload } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { showMoment } from '#web/format.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { PassphraseInput } from '../PassphraseInput.tsx'
import { type RestoreFirst, setUpBucket, setUpCompare } from '../../domain/set-up.ts'
import { BucketForm } from '../store/BucketForm.tsx'
import { useSendBackup, WITHOUT_ACCOUNT } from '../use-send-backup.ts'

type Props = { readonly data: RestoreFirst; readonly look: () => Promise<unknown> }

/** Lets the person send a file or name a bucket, choose a backup and check it. */
export function ChooseBackup({ data, look }: Props) {
  const { t } = useTranslation('backup')
  const [source, setSource] = useState<string>(() =>
    data.backups.some(({ storedIn }) => storedIn === 'BUCKET') ? 'bucket' : 'file',
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const [found, setFound] = useState<number | null>(null)
  const listed = data.backups.filter(({ storedIn }) => (storedIn === 'BUCKET') === (source === 'bucket'))
  return (
    <>
      <Radio.Group label={t('first.source')} value={source} onChange={setSource}>
        <Stack gap="xs" mt="xs">
          <Radio value="file" label={t('first.file')} />
          <Radio value="bucket" label={t('first.bucket')} />
        </Stack>
      </Radio.Group>
      {source === 'file' ? (
        <FileSource
          sent={(id) => {
            setChosen(id)
            void look()
          }}
        />
      ) : (
        <BucketForm
          known={null}
          saveLabel={t('store.find')}
          onSave={async (typed) => {
            const answer = await runCommand(setUpBucket, typed, { withoutSignIn: true })
            setFound(answer.found)
            setChosen(null)
            await look()
          }}
        />
      )}
      {source === 'bucket' && found !== null && listed.length === 0 ? (
        <Alert color="orange" role="status">
          {t('first.none')}
        </Alert>
      ) : null}
      {listed.length === 0 ? null : (
        <CheckForm data={data} listed={listed} chosen={chosen} choose={setChosen} look={look} />
      )}
    </>
  )
}

/** Sends a file from the device of the person. `sent` gets the id of the backup; null if it could not be sent. */
function FileSource({ sent }: { readonly sent: (id: number | null) => void }) {
  const { t } = useTranslation('backup')
  const { part, send } = useSendBackup(WITHOUT_ACCOUNT)
  return (
    <>
      <FileButton accept=".zip,.enc" onChange={(file) => file && void send(file).then(sent)}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Upload size={16} aria-hidden />} disabled={part !== null}>
            {t('first.send')}
          </Button>
        )}
      </FileButton>
      <div role="status">
        {part === null ? null : (
          <>
            <Text size="sm">{t('sending', { percent: Math.floor(part * 100) })}</Text>
            <Progress value={part * 100} aria-label={t('first.send')} />
          </>
        )}
      </div>
    </>
  )
}

type CheckProps = Props & {
  readonly listed: RestoreFirst['backups']
  readonly chosen: number | null
  readonly choose: (id: number | null) => void
}

function CheckForm({ data, listed, chosen, choose, look }: CheckProps) {
  const { t } = useTranslation('backup')
  const one = listed.find(({ id }) => id === chosen) ?? listed[0]
  const form = useRecordForm({ initialValues: { passphrase: '' } })
  const { restore } = data
  if (!one) return null
  return (
    <RecordForm
      form={form}
      saveLabel={t('first.check')}
      guard={false}
      onSave={async ({ passphrase }) => {
        await runCommand(setUpCompare, { id: one.id, passphrase }, { withoutSignIn: true })
        await look()
      }}
    >
      <Select
        label={t('first.choose')}
        value={String(one.id)}
        onChange={(value) => choose(value === null ? null : Number(value))}
        data={listed.map(({ id, name, askedAt }) => ({ value: String(id), label: `${showMoment(askedAt)} · ${name}` }))}
      />
      {one.encrypted ? (
        <PassphraseInput description={t('first.passphrase-hint')} required {...form.getInputProps('passphrase')} />
      ) : null}
      {restore?.state === 'FAILED' && restore.backupId === one.id ? (
        <Alert color="red" role="alert">
          {t(`failure.${restore.failure ?? 'fault'}`)}
        </Alert>
      ) : null}
    </RecordForm>
  )
}
