import { Button, FileButton, Group, Select, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { FileUp, Play } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputAddress, type InputOf, type OutputOf } from '#kernel/contract.ts'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useGo } from '#web/navigation.tsx'
import { sendFile } from '#web/send-file.ts'
import { CountInput } from '#web/ui/form/DecimalInput.tsx'
import { WhichReading } from '#web/ui/form/WhichReading.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { DropArea } from '#web/ui/upload/DropArea.tsx'
import { MOST_FILE_BYTES, readFile } from '../domain/contract.ts'
import { type Target, TARGETS } from '../domain/targets.ts'
import styles from './import.module.css'

/** What the person says of a file that does not say it itself. */
type Told = Pick<InputOf<typeof readFile>, 'encoding' | 'sheet' | 'headingsLine'>

/** Sends a file to be read and returns the id under which it is stored. */
async function readChosen(target: Target, file: File, told: Told): Promise<number> {
  if (file.size > MOST_FILE_BYTES)
    throw new Refused(refusal('refused', 'import.file-too-large', { most: MOST_FILE_BYTES / 1_000_000 }))
  const address = inputAddress(readFile, { target, name: file.name.slice(-200), ...told })
  return ((await sendFile(address, file)) as OutputOf<typeof readFile>).id
}

/** Takes the kind of the records and a file, by the button or by dropping it, and opens the page with its columns. */
export function ChooseFile() {
  const { t } = useTranslation('import')
  const go = useGo()
  const { online } = useNetwork()
  const [target, setTarget] = useState<Target>('customers')
  const [file, setFile] = useState<File | null>(null)
  const [headingsLine, setHeadingsLine] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setError(null)
  }
  const read = async (told: Told = {}) => {
    if (busy) return
    setError(null)
    if (file === null) return setError(new Refused(refusal('invalid', 'import.no-file')))
    setBusy(true)
    try {
      go(`/import/${await readChosen(target, file, { ...(headingsLine === null ? {} : { headingsLine }), ...told })}`)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const take = (value: string | null) => setTarget(TARGETS.find((one) => one === value) ?? target)
  return (
    <Stack gap="sm">
      <Select
        className={styles.target}
        label={t('choose.target')}
        data={TARGETS.map((value) => ({ value, label: t(`target.${value}`) }))}
        value={target}
        onChange={take}
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
      <HeadingsLine line={headingsLine} setLine={setHeadingsLine} />
      <RefusalText error={error} />
      <Asked error={error} answer={(told) => void read(told)} />
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

/** Asks what a refused file does not say: its encoding, or which of its sheets is meant. Shows nothing for any other error. */
function Asked({ error, answer }: { error: unknown; answer: (told: Told) => void }) {
  const { t } = useTranslation('import')
  if (!(error instanceof Refused)) return null
  const { code, details } = error.refusal
  if (code === 'import.file-which-encoding') {
    const { greek, western } = details as { greek: string; western: string }
    return (
      <Group gap={4} fz="sm">
        <WhichReading
          question={t('choose.encoding')}
          readings={[greek, western]}
          choose={(word) => answer({ encoding: word === greek ? 'windows-1253' : 'windows-1252' })}
        />
      </Group>
    )
  }
  if (code !== 'import.file-which-sheet') return null
  const { sheets } = details as { sheets: readonly { place: number; name: string }[] }
  return (
    <Group gap={4} fz="sm">
      <WhichReading
        question={t('choose.sheet')}
        readings={sheets.map(({ name }) => name)}
        choose={(chosen) => answer({ sheet: sheets.find(({ name }) => name === chosen)?.place })}
      />
    </Group>
  )
}

/** Takes the row with the headings, for a file in which they are not found by their words. */
function HeadingsLine({ line, setLine }: { line: number | null; setLine: (line: number | null) => void }) {
  const { t } = useTranslation('import')
  return (
    <CountInput
      className={styles.target}
      label={t('choose.headings-line')}
      description={t('choose.headings-hint')}
      value={line}
      onChange={setLine}
      min={1}
      max={1_000_000}
    />
  )
}
