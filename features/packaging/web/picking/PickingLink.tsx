import { Button } from '@mantine/core'
import { ListChecks } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { MOST_PICKED } from '../../domain/contract.ts'

/** Leads to the picking list of the ticked orders. */
export function PickingLink({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('packaging')
  const address = `/packaging-picking?orders=${ids.slice(0, MOST_PICKED).join('.')}`
  return (
    <Button component={PageLink} to={address} size="md" mih={48} leftSection={<ListChecks size={20} aria-hidden />}>
      {t('picking.open')}
    </Button>
  )
}
