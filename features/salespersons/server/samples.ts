/** Provides a valid input for each command and query of salespersons, for tests that call all of them. */
import { recordSamples, recordTableSamples } from '#server/samples/record-samples.ts'
import { salespersons } from '../domain/contract.ts'

export const samples = recordSamples(salespersons)
export const tableSamples = recordTableSamples(salespersons, '+++++---')
