/** Starts a PostgreSQL server before the first proof. Proofs run on both engines, whatever TEST_ENGINE says. */
import { givePostgres } from '../database-for-all.ts'

export default givePostgres
