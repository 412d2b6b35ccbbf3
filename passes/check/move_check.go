package check
type MoveCheck struct{ *ExecCheck }
type BorrowCheck struct{ *ExecCheck }
