import { Button, Stack, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { loanTotals } from '#features/loans/domain/contract.ts'
import type { LoanBound } from '#features/loans/domain/loan.ts'
import { loansRights } from '#features/loans/domain/rights.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { lentFigures, lentRule } from '../domain/contract.ts'
import { AgeingList } from './AgeingList.tsx'
import { LoanRecords } from './LoanRecords.tsx'
import { HolderPick } from './HolderPick.tsx'
import { LoanCharts } from './LoanCharts.tsx'
import { ProofLine } from './ProofLine.tsx'
import RecordLoan from './RecordLoan.tsx'
import ReturnForm from './ReturnForm.tsx'

/** Shows where the lent items of the company are, which customers have them since when, and records loans and returns. */
export default function LoansPage() {
  const { t } = useTranslation('laundry')
  const mayWrite = useMay(loansRights.write)
  const [bound, setBound] = useState<LoanBound | null>(null)
  const [returning, setReturning] = useState(false)
  // The heights of the line and of the chart follow from their answers, so what is below them is shown after both.
  const figures = useAsk(lentFigures, {})
  const totals = useAsk(loanTotals, {})
  const rule = useAsk(lentRule, {})
  // on a phone the list is what a person looks for, and the charts are beside it
  const phone = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  // a failed answer counts too: its part of the page asks once more, and shows why
  const isRead = figures.isFetched && totals.isFetched && rule.isFetched
  return (
    <>
      <PageHeader
        title={t('title.loans')}
        secondary={
          mayWrite ? (
            <>
              <Button variant="default" onClick={() => setBound('INBOUND')}>
                {t('record.incoming')}
              </Button>
              <Button variant="default" onClick={() => setBound('OUTBOUND')}>
                {t('record.outgoing')}
              </Button>
            </>
          ) : undefined
        }
        primary={mayWrite ? <Button onClick={() => setReturning(true)}>{t('return.title')}</Button> : undefined}
      />
      {isRead ? (
        <>
          <ProofLine />
          {phone ? null : <LoanCharts />}
          <Lists charts={phone ? <LoanCharts below /> : null}>
            {rule.data ? (
              <AgeingList days={rule.data.lateDays} />
            ) : (
              <ErrorState error={rule.error} retry={() => void rule.refetch()} />
            )}
          </Lists>
        </>
      ) : (
        <Loading rows={12} height={36} />
      )}
      <Dialog
        opened={bound !== null}
        onClose={() => setBound(null)}
        title={bound === 'INBOUND' ? t('record.incoming') : t('record.outgoing')}
        closeOnClickOutside={false}
      >
        {bound ? <RecordLoan bound={bound} close={() => setBound(null)} /> : null}
      </Dialog>
      <Dialog
        opened={returning}
        onClose={() => setReturning(false)}
        title={t('return.title')}
        closeOnClickOutside={false}
      >
        <ReturnOfCustomer close={() => setReturning(false)} />
      </Dialog>
    </>
  )
}

const searchState = z.object({ list: z.enum(['ageing', 'records', 'charts']).catch('ageing') })

/**
 * The two lists of the page: what customers have since when, and the single records. `charts` are shown in the same place, if they are
 * given. The address names what is open.
 */
function Lists({ charts, children }: { charts: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('laundry')
  const [{ list }, setSearch] = useSearchState(searchState)
  return (
    <Panel flush>
      <Tabs
        value={charts === null && list === 'charts' ? 'ageing' : list}
        onChange={(next) => setSearch({ list: next === null || next === 'ageing' ? undefined : next })}
        keepMounted={false}
      >
        <Tabs.List>
          {charts === null ? null : <Tabs.Tab value="charts">{t('loans.charts')}</Tabs.Tab>}
          <Tabs.Tab value="ageing">{t('ageing.title')}</Tabs.Tab>
          <Tabs.Tab value="records">{t('records.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="ageing">{children}</Tabs.Panel>
        <Tabs.Panel value="records">
          <LoanRecords />
        </Tabs.Panel>
        {charts === null ? null : <Tabs.Panel value="charts">{charts}</Tabs.Panel>}
      </Tabs>
    </Panel>
  )
}

type Named = { readonly id: number; readonly name: string }

function ReturnOfCustomer({ close }: { close: () => void }) {
  const { t } = useTranslation('laundry')
  const [customer, setCustomer] = useState<Named | null>(null)
  return (
    <Stack gap="md">
      <HolderPick label={customer?.name ?? t('loans.choose-customer')} startsHere choose={setCustomer} />
      {customer ? <ReturnForm key={customer.id} customerId={customer.id} close={close} /> : null}
    </Stack>
  )
}
