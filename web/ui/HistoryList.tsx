import { Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
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
  /** A field's value as people read it (money, days); plain text unless given. `other` is what it was, or what it became. */
  showValue?: (field: string, value: unknown, other: unknown) => ReactNode
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
          {row.note ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {row.note}
            </Text>
          ) : null}
          {Object.entries(row.changes).map(([field, [before, after]]) => (
            <Text size="sm" component="div" key={field}>
              {t(`field.${field}`, { ns: NAMESPACES, defaultValue: field })}:{' '}
              <Text span c="dimmed" td="line-through">
                {showValue(field, before, after)}
              </Text>{' '}
              → {showValue(field, after, before)}
            </Text>
          ))}
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
