/** A valid input for each command and query of the driver feature, for the tests that try all of them. */
import { shipmentOf } from '#server/samples/sample-company.ts'
import type { Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = (company) => ({
  'operations.driver-day': async () => {
    await company.order('ON SHIPPING')
    return {}
  },
  'driver.undo-press': async () => {
    const orderId = await company.order('ON SHIPPING')
    const pressedAt = new Date().toISOString()
    await company.run('shipping.close-delivery', { orderId, action: 'deliver', doneAt: pressedAt })
    return { orderIds: [orderId], shipmentId: await shipmentOf(company, orderId), pressedAt, doneAt: pressedAt }
  },
})
