import { ListPage } from '#web/records/ListPage.tsx'
import { customerList } from '../domain/contract.ts'
import { customersRights } from '../domain/rights.ts'

/** Lists all customers, searched by name, label, VAT number or phone. A row opens the customer. */
export default function CustomersPage() {
  return (
    <ListPage
      declared={customerList}
      create={{ page: '/createcustomer', right: customersRights.write }}
      signOutWhenRefused
    />
  )
}
