import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CashWarning as Warning } from '#kernel/tax/cash-limit.ts'
import { TriangleAlert } from '../icon/icons.ts'

/** Says before a payment in cash what the law says of it (C-92). The person decides. Shows nothing without a warning. */
export function CashWarning({ warning, className }: { warning: Warning | null | undefined; className?: string }) {
  const { t } = useTranslation('frame')
  if (!warning) return null
  return (
    <Alert
      role="status"
      className={className}
      variant="light"
      color={warning === 'not-allowed' ? 'red' : 'yellow'}
      icon={<TriangleAlert size={16} aria-hidden />}
      data-cash-limit={warning}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {t(`cash-limit.${warning}`)}
      </Text>
    </Alert>
  )
}
