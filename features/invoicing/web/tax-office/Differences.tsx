import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { addressOf } from '#kernel/entity.ts'
import { showDay, showMoney } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import cards from '#web/ui/table/card-table.module.css'
import { compareDocuments, type ShownDifference } from '../../domain/comparison/contract.ts'
import { DIFFERENCE_PRESS } from './difference-parts.ts'
import { DocumentPresses } from './DocumentPresses.tsx'
import { ExplainDifference } from './ExplainDifference.tsx'

/** Lists differences, each with what to do about it. */
export function Differences({ rows }: { rows: readonly ShownDifference[] }) {
  const { t } = useTranslation('invoicing')
  return (
    <table className={cards.table} aria-label={t('compare.differences')}>
      <thead>
        <tr>
          <th>{t('view.number')}</th>
          <th>{t('compare.difference')}</th>
          <th className={cards.end}>{t('compare.ours')}</th>
          <th className={cards.end}>{t('compare.theirs')}</th>
          <th>{t('compare.todo')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DifferenceRow key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

// a delivery note has no amounts
const money = (total: number | null) => (total === null ? '–' : showMoney(total))

function DifferenceRow({ row }: { row: ShownDifference }) {
  const { t } = useTranslation('invoicing')
  const parts = usePageParts(DIFFERENCE_PRESS)
  const mayOpen = useMayOpen('/order-detail/$id')
  const { kind, type, series, number, day, mark, orderId, explained } = row
  const { mutate } = useRun(compareDocuments, {
    onError: (error) => say.failed(error),
  })
  const again = () => mutate({ from: day, to: day })
  return (
    <tr data-difference={kind}>
      <td className="figures">
        {[type, `${series} ${number}`, showDay(day)].filter(Boolean).join(' · ')}
        {mark === null ? null : (
          <Text size="xs" style={{ whiteSpace: 'nowrap' }}>{`${t('document.mark')} ${mark}`}</Text>
        )}
      </td>
      <td data-label={t('compare.difference')}>{t(`compare.kind.${kind}`)}</td>
      <td className={`${cards.end} figures`} data-label={t('compare.ours')}>
        {money(row.note ? null : row.ourTotal)}
      </td>
      <td className={`${cards.end} figures`} data-label={t('compare.theirs')}>
        {money(row.note ? null : row.theirTotal)}
      </td>
      <td>
        <div>
          {explained ? (
            <Text size="sm">{t('compare.explained', explained)}</Text>
          ) : (
            <Text size="sm">{t(`compare.do.${kind}`)}</Text>
          )}
          <Group gap="xs" mt={4}>
            {orderId !== null && mayOpen ? (
              <Button component={PageLink} to={addressOf(ordersEntity, orderId)} size="sm" mih={48} variant="default">
                {t('compare.order', { id: orderId })}
              </Button>
            ) : null}
            {explained ? null : (
              <>
                <DocumentPresses row={row} again={again} />
                {parts.map(({ key, Presses }) => (
                  <Presses key={key} row={row} again={again} />
                ))}
                <ExplainDifference row={row} />
              </>
            )}
          </Group>
        </div>
      </td>
    </tr>
  )
}
