/** Before the first proof: a PostgreSQL server, because proofs run on both engines whatever TEST_ENGINE says. */
import { givePostgres } from '../database-for-all.ts'

export default givePostgres
