import Workspace

func verify(_ options: VerifyOptions, _ console: Console) throws -> ExitStatus {
  .clean
}
