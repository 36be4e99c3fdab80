import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PackageCheck, Printer } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { refusal } from '#kernel/refusal.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { PageLink } from '#web/navigation.tsx'
import { useTabName } from '#web/page-title.ts'
import { NoRecordPage } from '#web/pages/NotFoundPage.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { useGreekPaper } from '#web/ui/paper/greek-paper.ts'
import { usePrintWindow } from '#web/ui/paper/print-window.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { planSheet } from '../../domain/planning-contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import { PlanSheet } from './PlanSheet.tsx'
import { doorsOf, navigationOf } from './plan-navigation.ts'
import printed from '#web/ui/paper/print-page.module.css'

/** Shows the driver's sheet: A4, always in Greek, with the stops in driving order. */
export default function DriverPlanPage() {
  const { id, given } = useAddressId()
  if (id === null) return <NoRecordPage missing={refusal('missing', 'shipping.missing', { shipmentId: given })} />
  return <LoadedPlan shipmentId={id} />
}

function LoadedPlan({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation('shipping')
  const answer = useAsk(planSheet, { id: shipmentId })
  const links = answer.data ? navigationOf(answer.data) : []
  const hrefs = links.map((link) => link.href)
  const codes = useQuery({
    queryKey: ['plan-codes', hrefs],
    queryFn: async () => {
      const { qrPicture } = await import('#web/ui/paper/qr.ts')
      return hrefs.map(qrPicture)
    },
    enabled: answer.data !== undefined,
    staleTime: Infinity,
  })
  const greek = useGreekPaper()
  const mayPlan = useMay(shippingRights.read)
  const ready = answer.data !== undefined && codes.data !== undefined && greek.data !== undefined
  usePrintWindow(ready)
  useTabName(ready ? `${t('title.plan')} ${shipmentId}` : null)

  const problem = answer.error ?? codes.error ?? greek.error
  if (problem && !ready) return <ErrorState error={problem} retry={() => void answer.refetch()} />
  if (!ready) return <Loading />
  return (
    <div className={printed.page}>
      <Group gap="xs" className="no-print">
        {mayPlan ? (
          <Button
            component={PageLink}
            to="/shipping?shipments=open"
            variant="default"
            leftSection={<ArrowLeft size={20} aria-hidden />}
          >
            {t('action.back-to-shipping')}
          </Button>
        ) : null}
        <Button
          component={PageLink}
          to={`/loading/${shipmentId}`}
          variant="default"
          leftSection={<PackageCheck size={20} aria-hidden />}
        >
          {t('action.loading')}
        </Button>
        <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
          {t('action.print-plan')}
        </Button>
      </Group>
      <PlanSheet
        shipment={answer.data.shipment}
        start={answer.data.start.address}
        doors={doorsOf(answer.data)}
        codes={links.map((link, index) => ({ ...link, picture: codes.data[index] ?? '' }))}
      />
    </div>
  )
}
