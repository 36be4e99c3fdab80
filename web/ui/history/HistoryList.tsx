import { Button, Group, Text, Timeline } from '@mantine/core'
import { ChevronDown } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryContract, HistoryRow } from '#kernel/contract.ts'
import { entryKeys } from '#kernel/history/words.ts'
import { allNamespaces } from '#web/i18n.ts'
import { useAskHistory } from '#web/query.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { WORDS } from '#web/language/text-files.ts'
import { needTexts } from '#web/language/needed-texts.ts'

// these words of all areas are in a file of their own
needTexts(WORDS)

type Shown = {
  /** Formats the value of a field. `other` is the value on the other side of the change. */
  readonly showValue: (field: string, value: unknown, other: unknown) => ReactNode
}

type RecordHistoryProps = Shown & {
  readonly contract: HistoryContract
  readonly id: number
  /** A feature whose texts name the fields that those of the record's feature do not name. */
  readonly alsoTextsOf?: string
}

/**
 * Shows the history of a record, newest first, one page at a time. Texts are `command.<name>` and `field.<name>` of the
 * texts, first those of the record's feature.
 */
export function RecordHistory({ contract, id, alsoTextsOf, showValue }: RecordHistoryProps) {
  const { t } = useTranslation('frame')
  const feature = contract.name.split('.')[0] ?? contract.name
  const texts = [feature, ...(alsoTextsOf === undefined ? [] : [alsoTextsOf])]
  const answer = useAskHistory(contract, id)
  const rows = answer.data?.pages.flatMap((page) => page.rows)
  if (!rows)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={4} />
  if (rows.length === 0) return <EmptyState title={t('history.empty')} />
  const earlier = () => void answer.fetchNextPage()
  return (
    <>
      <Timeline bulletSize={12} lineWidth={1} active={-1}>
        {rows.map((row) => (
          <Timeline.Item key={row.id} title={<Command row={row} texts={texts} />}>
            <Entry row={row} texts={texts} showValue={showValue} />
          </Timeline.Item>
        ))}
      </Timeline>
      {answer.isFetchNextPageError ? <ErrorState error={answer.error} retry={earlier} /> : null}
      {answer.hasNextPage && !answer.isFetchNextPageError ? (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            size="sm"
            leftSection={<ChevronDown size={16} aria-hidden />}
            loading={answer.isFetchingNextPage}
            onClick={earlier}
          >
            {t('history.earlier')}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

type RowProps = { readonly row: HistoryRow; readonly texts: readonly string[] }

/** The name of the command. A command that only an older version of the product had is shown as a change. */
function Command({ row: { command }, texts }: RowProps) {
  const { t } = useTranslation('frame')
  return (
    <Text size="sm" fw={600}>
      {t(entryKeys(command), { ns: [...texts, ...allNamespaces()], defaultValue: t('history.changed') })}
    </Text>
  )
}

function Entry({ row, texts, showValue }: RowProps & Shown) {
  const { t } = useTranslation('frame')
  return (
    <>
      <Text size="xs" c="dimmed">
        {row.userName} · <MomentText value={row.at} />
      </Text>
      {row.note ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {row.note}
        </Text>
      ) : null}
      {Object.entries(row.changes).map(([field, [before, after]]) => (
        <Text size="sm" component="div" key={field} style={{ overflowWrap: 'anywhere' }}>
          {t([`field.${field}`, `right.${field}`], {
            ns: [...texts, ...allNamespaces()],
            defaultValue: t('history.field'),
          })}
          :{' '}
          <Text span c="dimmed" td="line-through">
            {showValue(field, before, after)}
          </Text>{' '}
          → {showValue(field, after, before)}
        </Text>
      ))}
    </>
  )
}
