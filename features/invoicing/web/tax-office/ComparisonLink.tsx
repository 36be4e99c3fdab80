import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { COMPARISON_PAGE } from '../../domain/comparison/page.ts'
import { invoicingRights } from '../../domain/rights.ts'

/** Leads from the settings of tax documents to their comparison with the tax office. */
export default function ComparisonLink() {
  const { t } = useTranslation('invoicing')
  if (!useMay(invoicingRights.invoice)) return null
  return (
    <Panel title={t('compare.title')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('compare.what')}</Text>
        <Anchor component={PageLink} to={COMPARISON_PAGE} size="sm" underline="always">
          {t('compare.open-page')}
        </Anchor>
      </Stack>
    </Panel>
  )
}
