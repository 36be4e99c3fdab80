/** Returns an order to package, for tests. */
import type { Box } from '../../domain/contract.ts'

export const testBox = (more: Partial<Box>): Box => ({
  id: 1204,
  status: 'TO-PACKAGE',
  name: 'Ταβέρνα',
  label: '',
  description: '',
  driverNote: '',
  phone: '',
  address: '',
  city: '',
  expectedDelivery: null,
  packagedBy: null,
  parcels: 1,
  lines: [],
  loans: [],
  ...more,
})
