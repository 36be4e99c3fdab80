import { Button, Group } from '@mantine/core'
import { ArrowLeft, FileText, Mail, Printer } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pdfAddress } from '#kernel/contract.ts'
import { dayOf, isDay } from '#kernel/day.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { PaperPage } from '#web/ui/paper/PaperSheet.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { customersRights } from '../../domain/rights.ts'
import { newYearOf } from '../../domain/statement.ts'
import { customerStatement } from '../../domain/statement-contract.ts'
import styles from '../customers.module.css'
import { NoSuchParty } from '#features/parties/web/NoSuchParty.tsx'
import { customerPages } from '../customer-pages.ts'
import { StatementPeriod } from './StatementPeriod.tsx'

const MailStatement = lazyPart(() => import('./MailStatement.tsx'))

const zWrittenDay = z.string().refine(isDay).optional().catch(undefined)
const searchState = z.object({ from: zWrittenDay, until: zWrittenDay })

/** The statement of account of a customer, to read, print and mail. It starts with the current year. */
export default function CustomerStatementPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchParty pages={customerPages} given={given} /> : <CustomerStatement id={id} />
}

function CustomerStatement({ id }: { id: number }) {
  const today = dayOf(new Date().toISOString())
  const [search, setSearch] = useSearchState(searchState)
  const period = {
    from: search.from ?? newYearOf(today),
    until: search.until ?? today,
  }
  const wanted = { id, ...period }
  const [mailing, setMailing] = useState(false)
  const answer = useAsk(customerStatement, wanted, {
    topics: [`customers:${id}`, 'orders', 'payments'],
    keepPrevious: true,
  })
  // While another period loads, the shown data belong to the earlier one.
  const paper = answer.isPlaceholderData ? undefined : answer.data
  usePrintWindow(paper !== undefined)

  const actions = (
    <StatementActions id={id} pdf={paper ? pdfAddress(customerStatement, wanted) : null} mail={() => setMailing(true)}>
      <StatementPeriod period={period} today={today} choose={setSearch} />
    </StatementActions>
  )
  return (
    <>
      {answer.data && !answer.error ? (
        <PaperPage paper={answer.data} actions={actions} />
      ) : (
        <>
          {actions}
          {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading />}
        </>
      )}
      {mailing && paper ? (
        <Suspense>
          <MailStatement wanted={wanted} paper={paper} close={() => setMailing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

type StatementActionsProps = {
  id: number
  /** The address of the statement as PDF, or null while it loads. */
  pdf: string | null
  mail: () => void
  children: ReactNode
}

/** The buttons above the statement. Only a loaded statement can be printed, mailed or opened as PDF. */
function StatementActions({ id, pdf, mail, children }: StatementActionsProps) {
  const { t } = useTranslation('customers')
  const mayWrite = useMay(customersRights.write)
  return (
    <div className={styles.paperActions}>
      <Group gap="xs" justify="center">
        <Button
          component={PageLink}
          to={`/customer-detail/${id}`}
          variant="default"
          leftSection={<ArrowLeft size={20} aria-hidden />}
        >
          {t('statement.back')}
        </Button>
        {pdf === null ? null : (
          <>
            <Button
              component="a"
              href={pdf}
              target="_blank"
              variant="default"
              leftSection={<FileText size={20} aria-hidden />}
            >
              {t('statement.pdf')}
            </Button>
            {mayWrite ? (
              <Button variant="default" leftSection={<Mail size={20} aria-hidden />} onClick={mail}>
                {t('statement.mail')}
              </Button>
            ) : null}
            <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
              {t('action.print')}
            </Button>
          </>
        )}
      </Group>
      {children}
    </div>
  )
}
