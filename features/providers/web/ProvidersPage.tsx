import { ListPage } from '#web/records/ListPage.tsx'
import { providerList } from '../domain/contract.ts'
import { providersRights } from '../domain/rights.ts'

/** Lists all providers, searched by name, label, VAT number or phone. A row opens the provider. */
export default function ProvidersPage() {
  return <ListPage declared={providerList} create={{ page: '/createprovider', right: providersRights.write }} />
}
