import { Alert, Button } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { problemText } from '#web/ui/problems.ts'

/** Says that the stock could not be read. The text begins with the words of the specification. */
export function StockAlert({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation('orders')
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={<span lang="el">{t('alert.stock')}</span>}
      m="sm"
    >
      {problemText(error)}{' '}
      <Button size="compact-xs" variant="default" onClick={retry}>
        {t('action.retry')}
      </Button>
    </Alert>
  )
}
