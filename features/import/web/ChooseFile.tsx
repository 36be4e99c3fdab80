import { Button, FileButton, Group, Select, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { FileUp, Play } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputAddress, type OutputOf } from '#kernel/contract.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { sendFile } from '#web/send-file.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { DropArea } from '#web/ui/upload/DropArea.tsx'
import { MOST_FILE_BYTES, readFile } from '../domain/contract.ts'
import { type Target, TARGETS } from '../domain/targets.ts'
import styles from './import.module.css'

/** Sends a file to be read and returns the id under which it is stored. */
async function readChosen(target: Target, file: File): Promise<number> {
  if (file.size > MOST_FILE_BYTES)
    throw new Refused(refusal('refused', 'import.file-too-large', { most: MOST_FILE_BYTES / 1_000_000 }))
  const address = inputAddress(readFile, { target, name: file.name.slice(-200) })
  return ((await sendFile(address, file)) as OutputOf<typeof readFile>).id
}

/** Takes the kind of the records and a file, by the button or by dropping it, and opens the page with its columns. */
export function ChooseFile() {
  const { t } = useTranslation('import')
  const go = useGo()
  const { online } = useNetwork()
  const [target, setTarget] = useState<Target>('customers')
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setError(null)
  }
  const read = async () => {
    if (busy) return
    setError(null)
    if (file === null) return setError(new Refused(refusal('invalid', 'import.no-file')))
    setBusy(true)
    try {
      go(`/import/${await readChosen(target, file)}`)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const kinds = TARGETS.map((value) => ({ value, label: t(`target.${value}`) }))
  const take = (value: string | null) => setTarget(TARGETS.find((one) => one === value) ?? target)
  return (
    <Stack gap="sm">
      <Select
        className={styles.target}
        label={t('choose.target')}
        data={kinds}
        value={target}
        onChange={take}
        allowDeselect={false}
      />
      <Text size="sm" c="dimmed">
        {t(`hint.${target}`)}
      </Text>
      <DropArea add={([dropped]) => choose(dropped ?? null)}>
        <Group gap="sm" className={styles.chosen}>
          <FileButton onChange={choose} accept=".json,.csv,.txt,.xlsx">
            {({ onClick }) => (
              <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={onClick}>
                {t('choose.file')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" role="status" className={styles.name}>
            {file === null ? t('choose.drop') : file.name}
          </Text>
        </Group>
      </DropArea>
      <RefusalText error={error} />
      <Group>
        <ActionButton
          leftSection={<Play size={16} aria-hidden />}
          pending={busy}
          closed={online ? null : t('choose.offline')}
          onClick={() => void read()}
        >
          {t('choose.read')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
