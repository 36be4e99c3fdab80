import { Text, Timeline } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NAMESPACES } from '#web/i18n.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'

export type HistoryRow = {
  at: string
  userName: string
  command: string
  /** Old and new value of each field. */
  changes: Readonly<Record<string, readonly [unknown, unknown]>>
  note?: string | null
}

export type HistoryListProps = {
  rows: readonly HistoryRow[]
  /** A field's value as people read it (money, days); plain text unless given. */
  showValue?: (field: string, value: unknown) => string
}

const plain = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Who changed what and when, newest first. Words: `command.<name>` and `field.<name>` of the locale files. */
export function HistoryList({ rows, showValue = (_field, value) => plain(value) }: HistoryListProps) {
  const { t } = useTranslation('frame')
  if (rows.length === 0) return <EmptyState title={t('history.empty')} />
  return (
    <Timeline bulletSize={12} lineWidth={1} active={-1}>
      {rows.map((row, index) => (
        <Timeline.Item
          key={`${row.at}-${index}`}
          title={
            <Text size="sm" fw={600}>
              {t(`command.${row.command}`, { ns: NAMESPACES, defaultValue: row.command })}
            </Text>
          }
        >
          <Text size="xs" c="dimmed">
            {row.userName} · <MomentText value={row.at} />
          </Text>
          {row.note ? <Text size="sm">{row.note}</Text> : null}
          {Object.entries(row.changes).map(([field, [before, after]]) => (
            <Text size="sm" key={field}>
              {t(`field.${field}`, { ns: NAMESPACES, defaultValue: field })}:{' '}
              <Text span c="dimmed" td="line-through">
                {showValue(field, before)}
              </Text>{' '}
              → {showValue(field, after)}
            </Text>
          ))}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
