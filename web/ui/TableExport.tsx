import { ActionIcon, Button, Group, Progress, Stack, Text, Tooltip } from '@mantine/core'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryContract } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import { showCount } from '#web/format.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { csvOf, download, EXPORT_LIMIT, readAll } from '#web/ui/table-export.ts'

/** Saves what is filtered as a CSV file; shows how far it is and can be stopped. */
export function TableExport<Row>({
  name,
  list,
  input,
  columns,
}: {
  name: string
  list: QueryContract
  input: Record<string, unknown>
  columns: readonly Column<Row>[]
}) {
  const { t } = useTranslation('frame')
  const [done, setDone] = useState<number | null>(null)
  const stopper = useRef<AbortController | null>(null)

  const start = async () => {
    const stop = new AbortController()
    stopper.current = stop
    setDone(0)
    try {
      const { rows, cut } = await readAll<Row>(list, input, setDone, stop.signal)
      download(`${name}-${dayOf(new Date().toISOString())}.csv`, csvOf(columns, rows))
      if (cut) say.note(t('export.cut', { count: EXPORT_LIMIT }))
      else say.done(t('export.done', { count: rows.length }))
    } catch (error) {
      if (!stop.signal.aborted) say.failed(error, () => void start())
    } finally {
      setDone(null)
    }
  }

  return (
    <>
      <Tooltip label={t('export.csv')}>
        <ActionIcon variant="default" size={36} aria-label={t('export.csv')} onClick={() => void start()}>
          <Download size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Dialog
        opened={done !== null}
        onClose={() => stopper.current?.abort()}
        title={t('export.csv')}
        size="sm"
        closeOnClickOutside={false}
      >
        <Stack gap="sm">
          <Text size="sm" role="status">
            {t('export.progress', { count: done ?? 0, shown: showCount(done ?? 0) })}
          </Text>
          <Progress value={100} animated striped aria-label={t('export.csv')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => stopper.current?.abort()}>
              {t('action.stop')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
