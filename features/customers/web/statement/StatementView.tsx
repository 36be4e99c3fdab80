import { Button, Group } from '@mantine/core'
import { ArrowLeft, FileText, Mail, Printer } from '#web/ui/icon/icons.ts'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pdfAddress } from '#kernel/contract.ts'
import { dayOf, isDay } from '#kernel/day.ts'
import type { Paper } from '#kernel/paper.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { PaperPage } from '#web/ui/paper/PaperSheet.tsx'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { newYearOf } from '../../domain/statement.ts'
import type { customerStatement } from '../../domain/statement-contract.ts'
import styles from '../customers.module.css'
import { NoSuchParty } from '#features/parties/web/NoSuchParty.tsx'
import { customerPages } from '../customer-pages.ts'
import { StatementPeriod } from './StatementPeriod.tsx'

const zWrittenDay = z.string().refine(isDay).optional().catch(undefined)
const searchState = z.object({ from: zWrittenDay, until: zWrittenDay })

/** The customer and the period of a statement. */
export type StatementWanted = { readonly id: number; readonly from: string; readonly until: string }

/** A paper about a customer and a period. */
export type Statement = {
  readonly paper: typeof customerStatement
  /** The dialog that mails it, or null for a person who may not. */
  readonly Mail: ComponentType<{ wanted: StatementWanted; paper: Paper; close: () => void }> | null
}

/** A statement of a customer, to read, print and mail. It starts with the current year. */
export function StatementView(statement: Statement) {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchParty pages={customerPages} given={given} /> : <StatementOf id={id} {...statement} />
}

function StatementOf({ id, paper: contract, Mail: MailDialog }: Statement & { id: number }) {
  const today = dayOf(new Date().toISOString())
  const [search, setSearch] = useSearchState(searchState)
  const period = {
    from: search.from ?? newYearOf(today),
    until: search.until ?? today,
  }
  const wanted = { id, ...period }
  const [mailing, setMailing] = useState(false)
  const answer = useAsk(contract, wanted, {
    keepPrevious: true,
  })
  // While another period loads, the shown data belong to the earlier one.
  const paper = answer.isPlaceholderData ? undefined : answer.data
  usePrintWindow(paper !== undefined)

  const actions = (
    <StatementActions
      id={id}
      pdf={paper ? pdfAddress(contract, wanted) : null}
      mail={MailDialog && (() => setMailing(true))}
    >
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
      {mailing && paper && MailDialog ? (
        <Suspense>
          <MailDialog wanted={wanted} paper={paper} close={() => setMailing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

type StatementActionsProps = {
  id: number
  /** The address of the statement as PDF, or null while it loads. */
  pdf: string | null
  /** Opens the dialog that mails it, or null for a person who may not. */
  mail: (() => void) | null
  children: ReactNode
}

/** The buttons above the statement. Only a loaded statement can be printed, mailed or opened as PDF. */
function StatementActions({ id, pdf, mail, children }: StatementActionsProps) {
  const { t } = useTranslation('customers')
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
            {mail ? (
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
