import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useSearchState } from '#web/navigation.tsx'
import { useMay, usePerson } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { ReadyRow } from '../../domain/contract.ts'
import { shippingRights } from '../../domain/rights.ts'
import { AreaChoice } from './AreaChoice.tsx'
import { useKeptShipment } from './kept-shipment.ts'
import { OpenShipments } from './OpenShipments.tsx'
import { ReadyOrders } from './ReadyOrders.tsx'
import styles from './shipping.module.css'
import { ShipmentPanel } from './ShipmentPanel.tsx'
import { toggled, withOrders } from './stop-order.ts'

const search = z.object({ shipments: z.enum(['plan', 'open']).catch('plan') })

/** The title of the page, and its other actions. */
type Head = { title: string; secondary?: ReactNode }

/** Shows the planning desk: invoiced orders on the left, the planned shipment on the right, open shipments in a tab. */
export function ShippingPlanner(head: Head) {
  const personId = usePerson()?.id ?? 0
  // Each person plans a shipment of their own.
  return <Planner key={personId} personId={personId} {...head} />
}

function Planner({ personId, ...head }: Head & { personId: number }) {
  const { t } = useTranslation('shipping')
  const mayPlan = useMay(shippingRights.plan)
  const [{ shipments }, change] = useSearchState(search)
  const { stops, setStops, details, setDetails } = useKeptShipment(personId)
  const add = (rows: readonly ReadyRow[]) => setStops((before) => withOrders(before, rows))
  const toggle = (rows: readonly ReadyRow[]) => setStops((before) => toggled(before, rows))

  return (
    <Tabs
      value={shipments}
      onChange={(next) => change({ shipments: next === 'open' ? 'open' : undefined })}
      keepMounted={false}
    >
      <PageHeader
        {...head}
        tabs={
          <Tabs.List>
            <Tabs.Tab value="plan">{t('tab.plan')}</Tabs.Tab>
            <Tabs.Tab value="open">{t('tab.open')}</Tabs.Tab>
          </Tabs.List>
        }
      />
      <Tabs.Panel value="plan">
        <div className={styles.desk}>
          <div className={styles.choice}>
            {mayPlan ? <AreaChoice chosen={stops} toggle={toggle} add={add} /> : null}
            <ReadyOrders chosen={stops} toggle={mayPlan ? toggle : undefined} />
          </div>
          {mayPlan ? (
            <ShipmentPanel stops={stops} setStops={setStops} details={details} setDetails={setDetails} />
          ) : null}
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="open">
        <OpenShipments />
      </Tabs.Panel>
    </Tabs>
  )
}
