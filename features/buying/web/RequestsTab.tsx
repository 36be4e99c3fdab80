import { Group } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { ListTable } from '#web/records/ListTable.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { StatusStrip } from '#web/ui/table/StatusStrip.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { countRequestStates, requestList } from '../domain/contract.ts'
import { REQUEST_STATES, type RequestState, WAITING_STATES } from '../domain/request.ts'
import { AskButton } from './AskDialog.tsx'
import { StateBadge } from './StateBadge.tsx'

type Row = RowOf<typeof requestList.list>

const SHOWN = ['waiting', ...REQUEST_STATES, 'every'] as const
type Shown = (typeof SHOWN)[number]
const address = z.object({ state: z.enum(SHOWN).catch('waiting') })
const FIXED: Readonly<Record<Shown, { state?: readonly RequestState[] }>> = {
  waiting: { state: WAITING_STATES },
  every: {},
  OPEN: { state: ['OPEN'] },
  ORDERED: { state: ['ORDERED'] },
  'PART-RECEIVED': { state: ['PART-RECEIVED'] },
  RECEIVED: { state: ['RECEIVED'] },
  CANCELED: { state: ['CANCELED'] },
}
const ownOf = (t: TFunction<'purchases'>) => ({
  goods: {
    value: (row: Row) =>
      row.lineCount > 1 ? t('requests.and-more', { name: row.goods, count: row.lineCount - 1 }) : row.goods,
  },
  quantity: {
    cell: (row: Row) => (row.quantity === null ? null : <QuantityText value={row.quantity} unit={row.unit} />),
  },
  state: { cell: (row: Row) => <StateBadge state={row.state} isLate={row.isLate} /> },
})

/** Lists requests and orders at providers. At first those for which somebody waits. */
export default function RequestsTab() {
  const { t } = useTranslation('purchases')
  const [{ state }, setAddress] = useSearchState(address)
  const own = useMemo(() => ownOf(t), [t])
  const counts = useAsk(countRequestStates, {}).data?.counts
  const countOf = (shown: Shown): number | undefined => {
    if (counts === undefined) return undefined
    const states = FIXED[shown].state ?? REQUEST_STATES
    return states.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  }
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <AskButton />
      </Group>
      <StatusStrip
        label={t('requests.show')}
        chosen={state}
        choose={(next) => setAddress({ state: next === 'waiting' ? undefined : next, page: undefined })}
        statuses={SHOWN.map((key) => ({
          key,
          label: key === 'waiting' || key === 'every' ? t(`requests.${key}`) : t(`state.${key}`),
          count: countOf(key),
        }))}
      />
      <ListTable
        declared={requestList}
        own={own}
        label={t('tab.requests')}
        searches={t('requests.searches')}
        fixed={FIXED[state]}
        tone={(row) => (row.isLate ? 'warning' : undefined)}
        empty={{ title: t('requests.empty'), hint: t('requests.empty-hint') }}
      />
    </>
  )
}
