import { secret } from '../support/secret.ts'

// This process signs sessions too. So this module must be imported before all modules that read the environment.
process.env.SECRET = secret
