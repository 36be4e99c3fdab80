import { ActionIcon, Button, Group, Menu, Progress, Stack, Text } from '@mantine/core'
import { Download, FileSpreadsheet, FileText } from '#web/ui/icon/icons.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryContract } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { showCount } from '#web/format.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { excelOf } from '#web/ui/table/export/table-sheet.ts'
import { csvOf, download, EXPORT_LIMIT, readAll } from '#web/ui/table/export/table-export.ts'

type Format = 'xlsx' | 'csv'

/** Returns the rows as an Excel file. What writes it loads when it is first needed. */
const sheetOf: typeof excelOf = async (...given) =>
  (await import('#web/ui/table/export/table-sheet.ts')).excelOf(...given)

/** Saves the filtered rows as an Excel or CSV file, with progress and a stop button. */
export function TableExport<Row>({
  name,
  label,
  list,
  input,
  columns,
}: {
  name: string
  /** The name of the sheet. */
  label: string
  list: QueryContract
  input: Record<string, unknown>
  columns: readonly Column<Row>[]
}) {
  const { t } = useTranslation('frame')
  const [done, setDone] = useState<number | null>(null)
  const stopper = useRef<AbortController | null>(null)

  const start = async (format: Format) => {
    const stop = new AbortController()
    stopper.current = stop
    setDone(0)
    try {
      const { rows, cut } = await readAll<Row>(list, input, setDone, stop.signal)
      const file = format === 'xlsx' ? await sheetOf(label, columns, rows) : csvOf(columns, rows)
      // A person who stops the export while the file is written does not get a file.
      if (stop.signal.aborted) return
      download(`${name}-${dayOf(new Date().toISOString())}.${format}`, file)
      if (cut) say.note(t('export.cut', { rows: showCount(EXPORT_LIMIT) }))
      else say.done(t('export.done', { rows: showCount(rows.length) }))
    } catch (error) {
      if (!stop.signal.aborted) say.failed(error, () => void start(format))
    } finally {
      setDone(null)
    }
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('export.title')} title={t('export.title')}>
            <Download size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FileSpreadsheet size={16} aria-hidden />} onClick={() => void start('xlsx')}>
            {t('export.xlsx')}
          </Menu.Item>
          <Menu.Item leftSection={<FileText size={16} aria-hidden />} onClick={() => void start('csv')}>
            {t('export.csv')}
          </Menu.Item>
          <Menu.Label>{t('export.limit', { rows: showCount(EXPORT_LIMIT) })}</Menu.Label>
        </Menu.Dropdown>
      </Menu>
      <ExportProgress done={done} stop={() => stopper.current?.abort()} />
    </>
  )
}

/** Shows how many rows were read; `done` is null while no export runs. */
function ExportProgress({ done, stop }: { done: number | null; stop: () => void }) {
  const { t } = useTranslation('frame')
  return (
    <Dialog opened={done !== null} onClose={stop} title={t('export.title')} size="sm" closeOnClickOutside={false}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {t('export.progress', { count: done ?? 0, shown: showCount(done ?? 0) })}
        </Text>
        <Progress value={100} animated striped aria-label={t('export.title')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={stop}>
            {t('action.stop')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
