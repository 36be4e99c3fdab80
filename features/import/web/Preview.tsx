import { Button, Checkbox, Group, Progress, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Download, FileInput } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { showCount } from '#web/format.ts'
import { useGo, usePendingUntilLeft } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { download } from '#web/ui/table/export/table-export.ts'
import { type ImportFile, importRows, type Outcome, OUTCOMES } from '../domain/contract.ts'
import { whyNotColumns } from '../domain/items.ts'
import { type Choice, inputOf, type LoadedFile, unclearIn } from './choice.ts'
import { NumberQuestion } from './NumberQuestion.tsx'
import { PreviewRows } from './PreviewRows.tsx'
import { PAGE_OF } from './texts.ts'
import { useCheck } from './use-check.ts'

type Props = { file: ImportFile; choice: Choice }
type Change = { change: (patch: Partial<Choice>) => void }

/** Returns the refusal of numbers whose decimal sign is not known yet; null if there are none. */
function whyNotNumbers(loaded: LoadedFile, choice: Choice): Refusal | null {
  const asked = unclearIn(loaded, choice).find(({ sign }) => sign === null)
  return asked
    ? refusal('invalid', 'import.sign-unclear', { column: loaded.headings[asked.at], text: asked.text })
    : null
}

/** Shows what the file would do, or why nothing can be imported with these columns. */
export function Preview({ loaded, choice, change }: { loaded: LoadedFile; choice: Choice } & Change) {
  const { t } = useTranslation('import')
  const { file } = loaded
  const reason = whyNotColumns(file.target, choice.columns, choice.key) ?? whyNotNumbers(loaded, choice)
  if (reason)
    return (
      <Panel title={t('preview.title')}>
        <Text size="sm" role="status">
          {refusalText(reason)}
        </Text>
      </Panel>
    )
  return <Checked file={file} choice={choice} change={change} />
}

/** Returns a text as a cell of a CSV file that no spreadsheet reads as a formula. */
const csvCell = (text: string): string => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

function Checked({ file, choice, change }: Props & Change) {
  const { t } = useTranslation('import')
  const narrow = useMediaQuery('(max-width: 700px)', false, { getInitialValueInEffect: false })
  const { rows, done, milliseconds, error, again } = useCheck(file, choice)
  const [shown, setShown] = useState<Outcome | null>(null)
  const counts = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
  ) as Record<Outcome, number>
  // what is refused is what the person must see first
  const outcome =
    shown ?? (counts.refused > 0 ? 'refused' : counts.new > 0 ? 'new' : counts.changed > 0 ? 'changed' : 'same')
  const tabs = OUTCOMES.map((value) => ({
    value,
    label: t(`outcome.${value}`, { number: showCount(counts[value]) }),
  }))
  const take = (value: string | null) => setShown(OUTCOMES.find((one) => one === value) ?? null)
  const refused = rows.filter((row) => row.refusal !== null)
  const save = () => {
    const lines = refused.map((row) => [String(row.line), row.name, row.refusal ? refusalText(row.refusal) : ''])
    const heads = [t('column.line'), t('column.name'), t('column.reason')]
    download(
      `${t('preview.refused-file')}.csv`,
      `\ufeff${[heads, ...lines].map((cells) => cells.map(csvCell).join(';')).join('\r\n')}`,
    )
  }
  return (
    <Panel
      title={t('preview.title')}
      actions={
        refused.length > 0 && done ? (
          <Button variant="default" size="compact-sm" leftSection={<Download size={16} aria-hidden />} onClick={save}>
            {t('preview.save-refused')}
          </Button>
        ) : null
      }
    >
      <Stack gap="sm">
        {done || error !== null ? null : (
          <>
            <Text size="sm" role="status">
              {t('preview.checking', { number: showCount(rows.length), of: showCount(file.lines) })}
            </Text>
            <Progress value={(rows.length / Math.max(file.lines, 1)) * 100} aria-label={t('preview.title')} />
          </>
        )}
        <RefusalText error={error} retry={again} />
        {narrow ? (
          <Select aria-label={t('preview.show')} data={tabs} value={outcome} onChange={take} />
        ) : (
          <SegmentedControl aria-label={t('preview.show')} data={tabs} value={outcome} onChange={take} />
        )}
        {choice.asWritten || refused.some(({ refusal: no }) => no?.details?.['confirm'] === 'asWritten') ? (
          <Checkbox
            label={t('preview.as-written')}
            checked={choice.asWritten}
            disabled={!done}
            onChange={(event) => change({ asWritten: event.currentTarget.checked })}
          />
        ) : null}
        <PreviewRows target={file.target} rows={rows.filter((row) => row.outcome === outcome)} />
        <ImportButton file={file} choice={choice} done={done} expected={milliseconds} counts={counts} />
      </Stack>
    </Panel>
  )
}

type ButtonProps = Props & {
  done: boolean
  /** About how many milliseconds the import takes. */
  expected: number
  counts: Readonly<Record<Outcome, number>>
}

function ImportButton({ file, choice, done, expected, counts }: ButtonProps) {
  const { t } = useTranslation('import')
  const go = useGo()
  const run = useRun(importRows, {
    onSuccess: ({ added, changed, refused }) => {
      say.done(t('done', { added: showCount(added), changed: showCount(changed) }))
      if (refused === 0) go(PAGE_OF[file.target])
    },
  })
  const pending = usePendingUntilLeft(run)
  const count = counts.new + counts.changed
  const press = (jump: boolean | null) => run.mutate({ ...inputOf(file.id, choice), jump })
  return (
    <>
      <NumberQuestion error={run.error} pending={pending} answer={press} />
      <Group>
        <ActionButton
          leftSection={<FileInput size={16} aria-hidden />}
          pending={pending}
          closed={done ? (count === 0 ? refusal('refused', 'import.nothing') : null) : t('preview.wait')}
          onClick={() => press(null)}
        >
          {t('preview.import', { number: showCount(count) })}
        </ActionButton>
      </Group>
      {run.isPending ? <Importing expected={expected} /> : null}
    </>
  )
}

/** A full bar would say that the import is over, which only its answer tells. */
const MOST_SHOWN = 95

/** Shows about how far the import is. All rows are one transaction, so the server says nothing before its end; the check took as long. */
function Importing({ expected }: { expected: number }) {
  const { t } = useTranslation('import')
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => setPassed(performance.now() - began), 500)
    return () => clearInterval(timer)
  }, [])
  const part = Math.min(MOST_SHOWN, (passed / Math.max(expected, 1)) * 100)
  return (
    <>
      <Text size="sm" role="status">
        {t('preview.importing')}
      </Text>
      <Progress value={part} aria-label={t('preview.importing')} />
    </>
  )
}
