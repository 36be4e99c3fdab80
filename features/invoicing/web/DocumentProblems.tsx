import { Alert, Anchor, Text } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { refusalText } from '#web/ui/problems.ts'
import type { documentProblems } from '../domain/contract.ts'
import { refusalOfProblem, type TaxProblem } from '../domain/tax/problems.ts'
import styles from './invoice.module.css'

export type Problems = OutputOf<typeof documentProblems>['problems']

/** Names what forbids the invoice before the press, each with a link to what a person must correct. */
export function DocumentProblems({ problems }: { problems: Problems }) {
  const { t } = useTranslation('invoicing')
  if (problems.length === 0) return null
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert size={16} aria-hidden />} title={t('problems.title')}>
      <ul className={styles.customers}>
        {problems.map((problem, index) => (
          <li key={index} data-problem={problem.code}>
            <Text size="sm" c="var(--mantine-color-text)">
              {refusalText(refusalOfProblem(problem))}
            </Text>
            <Correction problem={problem} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** The field that a person corrects. */
type ToCorrect = Pick<TaxProblem, 'of' | 'id' | 'field'>

/** The page that has the field, and its address in the list of routes. Null for the order itself, which is open. */
function pageOf({ of, id, field }: ToCorrect): { readonly to: string; readonly path: string } | null {
  switch (of) {
    case 'company':
    case 'tax':
      return { to: `/settings/${of}?setting=${field}`, path: '/settings/$form' }
    case 'customers':
      return { to: `/customer-detail/${id}?tab=edit&field=${field}`, path: '/customer-detail/$id' }
    case 'products':
      return { to: `/product-update/${id}?field=${field}`, path: '/product-update/$id' }
    case 'orders':
      return null
  }
}

/** A link to the field that a person corrects, for people who may open its page. */
export function Correction({ problem }: { problem: ToCorrect }) {
  const { t } = useTranslation('invoicing')
  const page = pageOf(problem)
  const mayOpen = useMayOpen(page?.path ?? '')
  return page === null || !mayOpen ? null : (
    <Anchor component={PageLink} to={page.to} target="_blank" size="sm">
      {t(`problems.open.${problem.of}`)}
    </Anchor>
  )
}
