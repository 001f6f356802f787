print("hybrid-bench")
